import DequeModule

/// The newest lines of a program, each with a position. The oldest are dropped, so that the bytes stay within a limit.
struct EventRing {
  /// The bytes of an array beside its elements.
  private static let overhead = 48
  /// The number of segments in a full ring. See `RecordingDestination.segment`.
  private static let segmentCount = 8

  private let limit: Int
  private var lines: Deque<[UInt8]> = []
  private var size = 0
  private var total = 0
  /// The position of the oldest line.
  private(set) var first = 0

  /// - Parameter limit: The bytes of all lines together. The newest line is kept in any case.
  init(limit: Int) {
    self.limit = limit
  }

  /// The position of the next line.
  var end: Int { first + lines.count }

  var segment: Int { total / max(limit / Self.segmentCount, 4096) }

  mutating func append(_ line: [UInt8]) {
    lines.append(line)
    size += line.count + Self.overhead
    total += line.count + Self.overhead
    while size > limit, lines.count > 1 { removeFirst() }
  }

  mutating func removeAll() {
    while !lines.isEmpty { removeFirst() }
  }

  private mutating func removeFirst() {
    size -= lines.removeFirst().count + Self.overhead
    first += 1
  }

  /// Copies lines, and advances a reader's position.
  ///
  /// - Parameters:
  ///   - position: The position of the reader.
  ///   - limit: The number of bytes after which no further line is copied.
  /// - Returns: The number of lines that the reader has missed, and the lines.
  func read(from position: inout Int, limit: Int) -> (missed: Int, lines: [[UInt8]]) {
    let missed = max(0, first - position)
    position += missed
    var result: [[UInt8]] = []
    var count = 0
    while position < end, count < limit {
      let line = lines[position - first]
      result.append(line)
      count += line.count
      position += 1
    }
    return (missed, result)
  }
}
