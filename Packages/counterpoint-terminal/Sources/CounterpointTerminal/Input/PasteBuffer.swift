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
    let text = String(decoding: replacingKeys(in: bytes), as: UTF8.self)
    guard bytes.contains(0x0D) else { return text }
    // Terminals send CR for the line breaks in a paste, as for the return key.
    return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
  }

  /// Replaces the sequences that some terminals send for control characters in a paste, instead of the characters.
  ///
  /// With modifyOtherKeys, Ctrl-J is `ESC [ 27 ; 5 ; 106 ~` or `ESC [ 106 ; 5 u`, also if it is a pasted line break.
  private static func replacingKeys(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(0x1B) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.first {
      if byte == 0x1B, let (character, length) = controlCharacter(at: rest) {
        result.append(character)
        rest = rest.dropFirst(length)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result[...]
  }

  /// Returns the tab or line break of a sequence at the start of some bytes, and the length of the sequence.
  private static func controlCharacter(at bytes: ArraySlice<UInt8>) -> (character: UInt8, length: Int)? {
    // The longest sequence has 13 bytes.
    let head = bytes.prefix(13)
    guard head.dropFirst().first == 0x5B, let end = head.firstIndex(where: { $0 == 0x7E || $0 == 0x75 }) else {
      return nil
    }
    let fields = head[(head.startIndex + 2)..<end].split(separator: 0x3B, omittingEmptySubsequences: false)
    let numbers = fields.map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
    let key: (code: Int, modifiers: Int)
    switch (head[end], numbers.count) {
    case (0x7E, 3) where numbers[0] == 27: key = (numbers[2], numbers[1])
    case (0x75, 1): key = (numbers[0], 1)
    case (0x75, 2): key = (numbers[0], numbers[1])
    default: return nil
    }
    let length = end - head.startIndex + 1
    switch key {
    // Control with i, j and m, with and without shift.
    case (9, _), (105, 5), (73, 6): return (0x09, length)
    case (10, _), (13, _), (106, 5), (109, 5), (74, 6), (77, 6): return (0x0A, length)
    default: return nil
    }
  }
}
