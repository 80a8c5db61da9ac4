/// A parser of server-sent events, which does what the script of a page does.
///
/// Lines end with CR LF, LF or CR. Other line separators, such as U+2028, are parts of a line. Works on bytes, because
/// a chunk can end inside of a character.
@_spi(Internals)
public struct EventParser: Sendable {
  /// An event.
  public struct Event: Hashable, Sendable {
    /// The kind; `message` for an event without one.
    public var name = "message"
    /// The identifier; `nil` if the event has none.
    public var id: String?
    /// The lines of the data, joined with LF; `nil` for a block that has only a delay.
    public var data: String?
    /// The delay of the next connection, as the stream has it.
    public var retry: String?
  }

  private var line: [UInt8] = []
  private var hasCR = false
  private var event: Event?
  private var count = 0

  /// Creates a parser at the begin of a stream.
  public init() {}

  /// Reads a chunk, and returns the events that it completes.
  ///
  /// - Parameter bytes: The chunk. Invalid UTF-8 is replaced with U+FFFD.
  public mutating func add(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where hasCR: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): if let event = endLine() { events.append(event) }
      default: line.append(byte)
      }
      hasCR = byte == UInt8(ascii: "\r")
    }
    return events
  }

  /// Returns the event that an empty line ends.
  private mutating func endLine() -> Event? {
    defer { line = [] }
    count += 1
    // A byte order mark at the begin of the stream is no part of it.
    if count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard !line.isEmpty else {
      defer { event = nil }
      return event.flatMap { $0.data == nil && $0.retry == nil ? nil : $0 }
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var rest = line[colon...].dropFirst()
    if rest.first == UInt8(ascii: " ") { rest.removeFirst() }
    let value = String(decoding: rest, as: UTF8.self)
    var next = event ?? Event()
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "event": next.name = value
    case "data": next.data = next.data.map { "\($0)\n\(value)" } ?? value
    case "id": next.id = value
    case "retry": next.retry = value
    default: return nil
    }
    event = next
    return nil
  }
}
