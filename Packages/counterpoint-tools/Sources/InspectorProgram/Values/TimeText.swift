/// Returns a time in seconds, for example `12.345 s`.
func timeText(_ microseconds: Int64) -> String {
  let milliseconds = microseconds / 1000
  let rest = String(milliseconds % 1000)
  return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)s"
}

/// Returns a duration in the unit that fits; an empty text if it is unknown.
func durationText(_ microseconds: Int32) -> String {
  switch microseconds {
  case ..<0: ""
  case ..<10_000: "\(microseconds)µs"
  case ..<10_000_000: "\(microseconds / 1000)ms"
  default: "\(microseconds / 1_000_000)s"
  }
}
