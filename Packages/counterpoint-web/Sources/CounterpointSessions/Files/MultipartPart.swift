import CounterpointHTML

/// The head of a part of a form with files.
struct MultipartPart: Equatable {
  /// The name of the field.
  let name: String
  /// The name of the file as the browser sends it; `nil` for a text, and empty if the user has chosen no file.
  let fileName: String?
  /// The media type without parameters, in lower case. The browser derives it from the name of the file.
  let contentType: String

  /// Parses the lines of a head; `nil` if it is malformed.
  init?(head: ArraySlice<UInt8>) {
    var disposition: [UInt8]?
    var type: [UInt8]?
    for line in head.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The last line has no line break.
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard line.endIndex == head.endIndex || text.count < line.count, !text.contains(where: Self.isControl),
        let colon = text.firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      let value = [UInt8](text[(colon + 1)...].drop { $0 == UInt8(ascii: " ") })
      switch String(decoding: text[..<colon], as: UTF8.self).lowercasedASCII() {
      case "content-disposition":
        guard disposition == nil else { return nil }
        disposition = value
      case "content-type":
        guard type == nil else { return nil }
        type = value
      default: break
      }
    }
    guard let disposition, let parameters = HeaderParameters(disposition), parameters.value == "form-data",
      let name = parameters["name"].flatMap(Self.text), !name.isEmpty
    else { return nil }
    self.name = name
    if let fileName = parameters["filename"] {
      guard let text = Self.text(fileName) else { return nil }
      self.fileName = text
    } else {
      fileName = nil
    }
    contentType = MediaType.normalized(String(decoding: type ?? [], as: UTF8.self))
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  /// Decodes a name. Browsers escape only quotation marks and line breaks.
  private static func text(_ bytes: [UInt8]) -> String? {
    String(validating: bytes, as: UTF8.self)?
      .replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }
}

/// The value of a header with its parameters, as in `form-data; name="picture"`.
struct HeaderParameters {
  /// The value before the parameters, in lower case.
  let value: String
  private var parameters: [(name: String, value: [UInt8])] = []

  /// Parses a header; `nil` if it is malformed, or if a parameter is there twice.
  init?(_ bytes: [UInt8]) {
    var rest = bytes[...]
    value = Self.token(&rest).lowercasedASCII()
    while !rest.isEmpty {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      guard rest.popFirst() == UInt8(ascii: ";") else { return nil }
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      let name = Self.token(&rest).lowercasedASCII()
      guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "="), let value = Self.value(&rest) else { return nil }
      guard !parameters.contains(where: { $0.name == name }) else { return nil }
      parameters.append((name, value))
    }
  }

  init?(of text: String) {
    self.init(Array(text.utf8))
  }

  var count: Int { parameters.count }
  var isEmpty: Bool { parameters.isEmpty }

  subscript(name: String) -> [UInt8]? {
    parameters.first { $0.name == name }?.value
  }

  /// Takes a text up to the next separator.
  private static func token(_ rest: inout ArraySlice<UInt8>) -> String {
    let token = rest.prefix { !"; =\"".utf8.contains($0) }
    rest = rest[token.endIndex...]
    return String(decoding: token, as: UTF8.self)
  }

  /// Takes a value, with or without quotation marks. Browsers write backslashes as they are.
  private static func value(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
      rest = rest[value.endIndex...]
      return value.isEmpty ? nil : [UInt8](value)
    }
    rest.removeFirst()
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return [UInt8](rest[..<end])
  }
}

/// A media type, as in `image/png`.
enum MediaType {
  /// The type of a file about which nothing is known.
  static let unknown = "application/octet-stream"

  /// Returns a media type without parameters and in lower case, or ``unknown`` for any other text.
  static func normalized(_ text: String) -> String {
    let type = text.bytes(before: ";").bytes(before: " ").lowercasedASCII()
    let halves = type.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isValid =
      halves.count == 2 && type.utf8.count <= 127 && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy(isToken) }
    return isValid ? type : unknown
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: "!#$&^_.+-".utf8.contains(byte)
    }
  }
}
