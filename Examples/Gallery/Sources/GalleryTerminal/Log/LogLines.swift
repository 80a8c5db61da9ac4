/// Returns the lines of a log, which are the same for the same count.
///
/// - Parameter count: The number of lines.
public func logLines(count: Int) -> [String] {
  let levels = ["INFO", "INFO", "INFO", "DEBUG", "WARN", "INFO", "DEBUG", "ERROR"]
  let events = [
    "request served in 12 ms", "cache miss for the key of the session", "connection closed by the peer",
    "retry with exponential backoff", "file synchronized", "snapshot written", "lease renewed",
  ]
  return (0..<count).map { number in
    let level = levels[number * 7 / 5 % levels.count]
    return "\(number + 1) \(level) worker-\(number % 13): \(events[number % events.count])"
  }
}
