/// Limits the frames on a terminal to 60 a second. The first frame after a pause is due at once.
package struct FramePacer: Sendable {
  /// The shortest time between the beginnings of two frames.
  package static let interval = Duration.nanoseconds(1_000_000_000 / 60)

  /// The earliest time of the next frame; `nil` before the first.
  package private(set) var nextDue: ContinuousClock.Instant?

  package init() {}

  package func isDue(at now: ContinuousClock.Instant) -> Bool {
    nextDue.map { $0 <= now } ?? true
  }

  package mutating func begin(at now: ContinuousClock.Instant) {
    nextDue = now + Self.interval
  }
}
