internal import CounterpointTerminalSignals

/// The bytes that a terminal has not taken yet: at most one frame and the codes before it.
struct OutputBacklog: Sendable {
  enum Progress {
    /// All bytes are written.
    case done
    /// The terminal takes no more bytes at the moment.
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

  /// Writes what the terminal takes now. Does not wait.
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
