/// Collects the text of a bracketed paste up to its end mark.
struct PasteBuffer: Sendable {
  /// The approximate number of bytes after which a paste is split.
  static let limit = 1 << 20

  /// `ESC [ 201 ~`
  private static let endMark: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var bytes: [UInt8] = []

  /// Appends a byte.
  ///
  /// - Returns: The text if the paste or a piece of it is complete, and whether the paste has ended.
  mutating func add(_ byte: UInt8) -> (text: String?, isComplete: Bool) {
    bytes.append(byte)
    if byte == 0x7E, bytes.suffix(Self.endMark.count) == Self.endMark[...] {
      let text = Self.text(bytes.dropLast(Self.endMark.count))
      bytes = []
      return (text, true)
    }
    // The 16 extra bytes keep an incomplete end mark out of the piece.
    guard bytes.count >= Self.limit + 16 else { return (nil, false) }
    var cut = Self.limit
    // Neither a character nor a CR LF may be split.
    while cut > Self.limit - 8, bytes[cut] & 0xC0 == 0x80 || bytes[cut - 1] == 0x0D { cut -= 1 }
    let text = Self.text(bytes[..<cut])
    bytes.removeFirst(cut)
    return (text, false)
  }

  /// Removes and returns the text of a paste without an end mark.
  mutating func flush() -> String {
    defer { bytes = [] }
    return Self.text(bytes[...])
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.contains(0x0D) else { return text }
    // Terminals send CR for the line breaks in a paste, as for the return key.
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }
}
