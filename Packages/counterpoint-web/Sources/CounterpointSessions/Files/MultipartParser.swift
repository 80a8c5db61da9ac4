import CounterpointHTML

/// An incremental parser of forms with files: `multipart/form-data` of RFC 7578.
///
/// It accepts what browsers send, and nothing else: no preamble, no text after the last part. Chunks can end anywhere.
/// It stores the head of one part and less than a delimiter of content, so its memory is bounded.
struct MultipartParser {
  /// A piece of a form, in the order of the form.
  enum Event: Equatable {
    /// A part begins.
    case part(MultipartPart)
    /// A piece of the content of the part, which is never empty.
    case content(ArraySlice<UInt8>)
    /// The part has ended.
    case endOfPart
  }

  /// The reason why bytes are not a form.
  enum Problem: Error {
    case malformed, tooManyParts
  }

  private enum State {
    /// The first delimiter is next.
    case start
    /// A delimiter is complete. The text after it tells whether a part follows.
    case delimiter
    case head, content
    /// The last delimiter is complete.
    case end
  }

  /// The maximum size of the head of a part, in bytes.
  static let headLimit = 4 << 10
  private static let lineBreak: [UInt8] = [0x0d, 0x0a]
  private static let endOfHead: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
  private static let dashes: [UInt8] = [0x2d, 0x2d]

  /// A line break, two dashes and the boundary.
  private let delimiter: [UInt8]
  private let partLimit: Int
  private var state = State.start
  private var partCount = 0
  private var buffer: [UInt8] = []
  /// The index of the first byte that is not part of an event yet.
  private var position = 0
  /// The number of bytes after the last delimiter.
  private var epilogue = 0

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - boundary: The boundary of the form, without the dashes before it.
  ///   - partLimit: The maximum number of parts.
  init(boundary: [UInt8], partLimit: Int) {
    delimiter = Self.lineBreak + Self.dashes + boundary
    self.partLimit = partLimit
  }

  /// Adds a chunk of the form. Call ``next()`` until it returns `nil` before each further chunk.
  mutating func append(_ chunk: [UInt8]) {
    buffer.removeSubrange(..<position)
    position = 0
    buffer += chunk
  }

  /// Returns the next event; `nil` if it needs another chunk. O(length of the event).
  mutating func next() throws(Problem) -> Event? {
    while true {
      switch state {
      case .start:
        // The first delimiter has no line break before it.
        guard try take(delimiter.dropFirst(Self.lineBreak.count)) else { return nil }
        state = .delimiter
      case .delimiter:
        guard buffer.count - position >= 2 else { return nil }
        let mark = buffer[position..<position + 2]
        position += 2
        if mark.elementsEqual(Self.dashes) {
          state = .end
        } else if mark.elementsEqual(Self.lineBreak) {
          partCount += 1
          guard partCount <= partLimit else { throw .tooManyParts }
          state = .head
        } else {
          throw .malformed
        }
      case .head:
        let unread = buffer[position...].prefix(Self.headLimit)
        guard let end = unread.firstIndex(of: Self.endOfHead) else {
          guard unread.count < Self.headLimit else { throw .malformed }
          return nil
        }
        guard let part = MultipartPart(head: buffer[position..<end]) else { throw .malformed }
        position = end + Self.endOfHead.count
        state = .content
        return .part(part)
      case .content:
        return content()
      case .end:
        for byte in buffer[position...] {
          guard epilogue < 2, byte == Self.lineBreak[epilogue] else { throw .malformed }
          epilogue += 1
        }
        position = buffer.count
        return nil
      }
    }
  }

  /// Checks that the form is complete. Call it after the last chunk.
  func finish() throws(Problem) {
    guard case .end = state else { throw .malformed }
  }

  /// Returns the next event of a part's content.
  private mutating func content() -> Event? {
    var end = position
    while let start = buffer[end...].firstIndex(of: Self.lineBreak[0]) {
      let found = buffer[start...].prefix(delimiter.count)
      if found.elementsEqual(delimiter.prefix(found.count)) {
        guard start == position, found.count == delimiter.count else { return piece(upTo: start) }
        position = start + delimiter.count
        state = .delimiter
        return .endOfPart
      }
      end = start + 1
    }
    return piece(upTo: buffer.count)
  }

  private mutating func piece(upTo end: Int) -> Event? {
    guard end > position else { return nil }
    defer { position = end }
    return .content(buffer[position..<end])
  }

  /// Takes bytes that must be next. Returns `false` if some of them are still missing.
  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(Problem) -> Bool {
    let found = buffer[position...].prefix(bytes.count)
    guard found.elementsEqual(bytes.prefix(found.count)) else { throw .malformed }
    guard found.count == bytes.count else { return false }
    position += bytes.count
    return true
  }
}

extension MultipartParser {
  /// Whether a content type is that of forms with files.
  static func isMultipart(_ type: String?) -> Bool {
    type?.bytes(before: ";").bytes(before: " ").lowercasedASCII() == "multipart/form-data"
  }

  /// Returns the boundary in a content type; `nil` if it is none of RFC 2046.
  static func boundary(in type: String) -> [UInt8]? {
    guard isMultipart(type), let parameters = HeaderParameters(of: type), let boundary = parameters["boundary"],
      (1...70).contains(boundary.count), boundary.allSatisfy(isAllowed), boundary.last != UInt8(ascii: " ")
    else { return nil }
    return boundary
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "'()+_,-./:=? ".utf8.contains(byte)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Returns the index of the first occurrence of bytes.
  fileprivate func firstIndex(of bytes: [UInt8]) -> Int? {
    var start = startIndex
    while let index = self[start...].firstIndex(of: bytes[0]) {
      if self[index...].starts(with: bytes) { return index }
      start = index + 1
    }
    return nil
  }
}
