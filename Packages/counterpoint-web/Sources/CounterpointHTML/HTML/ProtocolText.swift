/// Operations on the texts of protocols: headers, addresses and markup, which other programs read as bytes.
///
/// A `Character` can consist of several scalars. A `:` with a combining mark after it is not equal to ":", although a
/// browser finds a scheme there. So the library reads such texts by these functions, on UTF-8.
extension StringProtocol {
  /// Whether the text begins with the bytes of another one.
  package func hasBytes(prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  /// Whether the text ends with the bytes of another one.
  package func hasBytes(suffix: some StringProtocol) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Whether the text consists of the bytes of another one. Unlike `==`, it distinguishes the forms of an accent.
  package func hasBytes(of other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether the text contains an ASCII character, which can be a part of a `Character`.
  package func containsByte(_ byte: Unicode.Scalar) -> Bool {
    utf8.contains(UInt8(ascii: byte))
  }

  /// Whether the text contains the bytes of another one, which is not empty. O(length of both texts multiplied).
  package func containsBytes(_ other: String) -> Bool {
    utf8.indices.contains { self[$0...].hasBytes(prefix: other) }
  }

  /// Returns the rest after the first bytes.
  package func droppingBytes(_ count: Int) -> SubSequence {
    self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }

  /// Returns the part before the first occurrence of an ASCII character; all if there is none.
  package func bytes(before byte: Unicode.Scalar) -> SubSequence {
    self[..<(utf8.firstIndex(of: UInt8(ascii: byte)) ?? endIndex)]
  }

  /// Returns the part after the first occurrence of a text, which is not empty; `nil` if there is none.
  package func bytes(after text: String) -> SubSequence? {
    utf8.indices.first { self[$0...].hasBytes(prefix: text) }.map { self[$0...].droppingBytes(text.utf8.count) }
  }

  /// Returns the parts between the occurrences of an ASCII character, with empty ones.
  ///
  /// - Parameters:
  ///   - byte: The character.
  ///   - maxSplits: The maximum number of splits.
  package func splitBytes(at byte: Unicode.Scalar, maxSplits: Int = .max) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while parts.count < maxSplits, let end = rest.utf8.firstIndex(of: UInt8(ascii: byte)) {
      parts.append(rest[..<end])
      rest = rest[rest.utf8.index(after: end)...]
    }
    return parts + [rest]
  }

  /// Returns the text without spaces and tabs at its ends.
  package func trimmingBlanks() -> SubSequence {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let start = utf8.firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    var end = endIndex
    for index in utf8[start...].indices where !isBlank(utf8[index]) { end = utf8.index(after: index) }
    return self[start..<end]
  }

  /// Returns the text with the letters from A to Z in lower case. `lowercased()` also changes other letters, and some
  /// of those into letters of ASCII.
  package func lowercasedASCII() -> String {
    guard utf8.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else { return String(self) }
    let bytes = utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the first scalars that have together at most a number of bytes.
  package func prefix(bytes limit: Int) -> String {
    guard utf8.count > limit else { return String(self) }
    var result = ""
    for scalar in unicodeScalars {
      guard result.utf8.count + UTF8.width(scalar) <= limit else { break }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
