/// The ASCII characters that are written as they are.
package enum AllowedCharacters {
  /// The unreserved characters of RFC 3986.
  case unreserved

  /// The unreserved characters, and the punctuation that RFC 3986 allows in a path component.
  case pathComponent

  fileprivate func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
      self == .pathComponent
    default:
      false
    }
  }
}

extension String {
  /// Appends a text, with all bytes percent-encoded except for the allowed characters.
  package mutating func appendPercentEncoded(_ text: String, allowing allowed: AllowedCharacters) {
    for byte in text.utf8 {
      if allowed.contains(byte) {
        unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        unicodeScalars.append("%")
        unicodeScalars.append(hexadecimalDigit(byte >> 4))
        unicodeScalars.append(hexadecimalDigit(byte & 0xF))
      }
    }
  }
}

/// Decodes a path component; `nil` if an encoding is incomplete or the bytes are no valid UTF-8.
func percentDecoded(_ text: Substring.UTF8View) -> String? {
  guard let bytes = decodedBytes(of: text, isForm: false) else { return nil }
  return String(validating: bytes, as: UTF8.self)
}

/// Decodes a name or a value of a form, as the URL standard of the WHATWG does.
func formDecoded(_ text: Substring.UTF8View) -> String {
  String(decoding: decodedBytes(of: text, isForm: true) ?? [], as: UTF8.self)
}

private func decodedBytes(of text: Substring.UTF8View, isForm: Bool) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var rest = text
  while let byte = rest.popFirst() {
    if byte == UInt8(ascii: "%") {
      let digits = rest.prefix(2).compactMap(hexadecimalValue)
      if digits.count == 2 {
        bytes.append(digits[0] << 4 | digits[1])
        rest = rest.dropFirst(2)
      } else if isForm {
        bytes.append(byte)
      } else {
        return nil
      }
    } else {
      bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
    }
  }
  return bytes
}

private func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}

private func hexadecimalDigit(_ value: UInt8) -> Unicode.Scalar {
  Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
}
