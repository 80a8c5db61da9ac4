/// Collects the text of a bracketed paste up to the mark at its end.
struct PasteBuffer: Sendable {
  /// A longer paste comes in pieces of about this many bytes.
  static let limit = 1 << 20

  /// `ESC [ 201 ~`
  private static let endMark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []

  /// Takes a byte.
  ///
  /// - Returns: A text if a piece is complete (`nil` if not, or if there is nothing left to give), and whether the
  ///   paste ends here.
  mutating func add(_ byte: UInt8) -> (text: String?, isComplete: Bool) {
    bytes.append(byte)
    if byte == 0x7E, bytes.suffix(Self.endMark.count) == Self.endMark[...] {
      let text = Self.text(bytes.dropLast(Self.endMark.count))
      bytes = []
      return (text, true)
    }
    // The spare bytes are more than an unfinished end mark can take, so that it is never given away with the text.
    guard bytes.count >= Self.limit + 16 else { return (nil, false) }
    var cut = Self.limit
    // Neither a character nor a line break of two bytes may be torn.
    while cut > Self.limit - 8, bytes[cut] & 0xC0 == 0x80 || bytes[cut - 1] == 0x0D { cut -= 1 }
    let text = Self.text(bytes[..<cut])
    bytes.removeFirst(cut)
    return (text, false)
  }

  /// Gives what has come so far, because the end mark is missing.
  mutating func flush() -> String {
    defer { bytes = [] }
    return Self.text(bytes[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0x0D) else { return text }
    // Terminals send what the return key sends for the line breaks in a paste.
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}
