import Foundation

/// The entries of a JSON object, apart from one another: the bytes of each name and of each value.
///
/// `JSONDecoder` refuses a whole document because of one lone surrogate, one number out of range, or 512 nested arrays.
/// Here only the limits of each entry are found. Whether its bytes are a value is left to the decoder of the entry.
struct JSONEntries {
  /// A name with its quotation marks, and a value.
  struct Entry: Equatable, Sendable {
    let name: Data
    let value: Data
  }

  private(set) var entries: [Entry] = []
  private let bytes: Data
  private var position: Data.Index

  /// Splits a document. An empty document has no entries.
  ///
  /// - Throws: `DecodingError` if the document is not an object, or has no end.
  init(_ document: Data) throws {
    bytes = Self.utf8(document)
    position = bytes.startIndex
    skipSpace()
    if position == bytes.endIndex { return }
    try require(UInt8(ascii: "{"))
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
    } else {
      try readEntries()
    }
    skipSpace()
    if position != bytes.endIndex { throw damage("Bytes after the object") }
  }

  private mutating func readEntries() throws {
    while true {
      skipSpace()
      let name = try string()
      skipSpace()
      try require(UInt8(ascii: ":"))
      skipSpace()
      entries.append(Entry(name: name, value: try value()))
      if next == UInt8(ascii: "}") { return position += 1 }
      try require(UInt8(ascii: ","))
    }
  }

  /// Removes the mark at the start of a file that some editors of Windows write, and decodes UTF-16.
  private static func utf8(_ document: Data) -> Data {
    if document.starts(with: [0xef, 0xbb, 0xbf]) { return document.dropFirst(3) }
    if document.starts(with: [0xff, 0xfe]) || document.starts(with: [0xfe, 0xff]) {
      return String(data: document, encoding: .utf16).map { Data($0.utf8) } ?? document
    }
    return document
  }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

  private mutating func skipSpace() {
    while let byte = next, isSpace(byte) { position += 1 }
  }

  private func damage(_ text: String) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: [], debugDescription: "\(text) at byte \(position - bytes.startIndex)")
    )
  }

  private mutating func require(_ byte: UInt8) throws {
    guard next == byte else { throw damage("'\(Character(Unicode.Scalar(byte)))' is missing") }
    position += 1
  }

  /// Returns a string with its quotation marks.
  private mutating func string() throws -> Data {
    let start = position
    try require(UInt8(ascii: "\""))
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { return bytes[start..<position] }
      if byte == UInt8(ascii: "\\") { position += 1 }
    }
    throw damage("A string has no end")
  }

  /// Returns the bytes up to the comma or the bracket that ends the entry.
  private mutating func value() throws -> Data {
    let start = position
    // A list instead of recursion, because the depth of a file has no limit.
    var open: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        _ = try string()
        continue
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: ",") where open.isEmpty, UInt8(ascii: "}") where open.isEmpty:
        return try nonempty(bytes[start..<position])
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { throw damage("A bracket has no counterpart") }
      default: break
      }
      position += 1
    }
    throw damage("A value has no end")
  }

  private func nonempty(_ value: Data) throws -> Data {
    guard let last = value.lastIndex(where: { !isSpace($0) }) else { throw damage("A value is missing") }
    return value[...last]
  }
}
