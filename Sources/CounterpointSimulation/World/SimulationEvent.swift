/// A line in the table of events.
struct SimulationEvent: Sendable {
  /// The virtual time, in nanoseconds.
  let time: Int64
  /// The machine, or the story.
  let place: String
  let text: String

  /// Returns a table of events with their times. Of a long list, the last events are shown.
  static func table(_ events: [Self], limit: Int = 60) -> String {
    let shown = events.suffix(limit)
    let width = shown.map(\.place.count).max() ?? 0
    var lines = shown.map { event in
      let padding = String(repeating: " ", count: width - event.place.count)
      return "\(VirtualTime.text(event.time))  \(event.place)\(padding)  \(event.text)"
    }
    if events.count > limit { lines.insert("… \(events.count - limit) earlier events", at: 0) }
    return lines.joined(separator: "\n")
  }
}
