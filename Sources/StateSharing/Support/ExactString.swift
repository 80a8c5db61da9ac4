/// A name that equals another only if both have the same bytes.
///
/// `String` compares characters: "é" of one scalar equals "é" of two, although files have both as different names.
struct ExactString: Hashable, Sendable, ExpressibleByStringLiteral {
  let string: String

  init(_ string: String) { self.string = string }
  init(stringLiteral value: String) { string = value }

  static func == (left: Self, right: Self) -> Bool { left.string.utf8.elementsEqual(right.string.utf8) }

  func hash(into hasher: inout Hasher) {
    // No byte of UTF-8 has this value, so it separates the bytes of two names.
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(0xff as UInt8)
  }
}
