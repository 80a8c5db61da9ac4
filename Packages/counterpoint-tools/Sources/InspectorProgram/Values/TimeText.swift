/// Returns a time in seconds, for example `12.345 s`.
func timeText(_ microseconds: Int64) -> String { "\(secondsText(microseconds))s" }

/// Returns a number of seconds with three decimals. A damaged recording can have any number.
func secondsText(_ microseconds: Int64) -> String {
  let milliseconds = microseconds.magnitude / 1000
  let rest = String(milliseconds % 1000)
  let sign = microseconds < 0 ? "-" : ""
  return "\(sign)\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
}

/// Returns how long ago a time was, as ``timeText(_:)`` does. Times of a damaged recording can be too far apart.
func ageText(of time: Int64, at now: Int64) -> String {
  let (age, isTooLong) = now.subtractingReportingOverflow(time)
  return timeText(isTooLong ? .max : age)
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
