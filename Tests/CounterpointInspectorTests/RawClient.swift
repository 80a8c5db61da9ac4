@_spi(Internals) @testable import CounterpointInspector

/// A connection without any knowledge of the protocol.
final class RawClient {
  private let descriptor: Descriptor
  private var rest: [UInt8] = []

  init(_ inspector: Inspector) throws {
    descriptor = try SocketAddress.file(inspector.address).connect()
  }

  func write(_ text: String) {
    write(Array(text.utf8))
  }

  /// Writes as much as the other side takes before it closes.
  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, let count = try? descriptor.write(rest) { rest.removeFirst(count) }
  }

  func readToEnd() -> String {
    while let bytes = try? descriptor.read(4096), !bytes.isEmpty { rest += bytes }
    return String(decoding: rest, as: UTF8.self)
  }

  /// The next line; empty at the end.
  func readLine() -> String {
    while !rest.contains(UInt8(ascii: "\n")) {
      guard let bytes = try? descriptor.read(1 << 16), !bytes.isEmpty else { return "" }
      rest += bytes
    }
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    defer { rest.removeFirst(end + 1) }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
