internal import CounterpointTerminalSignals

/// The bytes that the terminal has not accepted yet: at most one frame and the codes before it.
struct OutputBacklog: Sendable {
  enum Progress {
    /// All bytes are written.
    case done
    /// The terminal accepts no more bytes at the moment.
    case blocked
    /// The terminal is gone.
    case lost
  }

  private var bytes: [UInt8] = []
  private var written = 0

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ new: [UInt8]) {
    if bytes.isEmpty { bytes = new } else { bytes += new }
  }

  mutating func removeAll() { (bytes, written) = ([], 0) }

  /// Writes as many bytes as the terminal accepts. Does not wait.
  mutating func write(to output: Int32) -> Progress {
    guard !bytes.isEmpty else { return .done }
    let count = unsafe bytes.withUnsafeBufferPointer { bytes in
      let rest = unsafe UnsafeBufferPointer(rebasing: bytes[written...])
      return unsafe counterpoint_terminal_write(output, rest.baseAddress, Int32(rest.count))
    }
    if count < 0 { return .lost }
    written += Int(count)
    guard written == bytes.count else { return .blocked }
    removeAll()
    return .done
  }
}

/// Limits the frame rate to 60 frames per second. The first frame after a pause is due at once.
package struct FramePacer: Sendable {
  /// The minimum time between the starts of two frames.
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
