/// The name of a file that a browser sends or gets. A name is data: the library uses no name as a path.
enum FileName {
  private static let limit = 255
  private static let extensionLimit = 32

  /// Returns a name that is harmless on a page, in a log, and as the last component of a path.
  ///
  /// Drops everything up to the last slash or backslash, because old browsers send whole paths. Removes control
  /// characters, and characters that reverse the direction of a text: these can hide the real extension. Has at most
  /// 255 bytes of UTF-8: a longer name loses the end of the part before its extension. An empty name, `.` and `..`
  /// become `file`.
  static func cleaned(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar == "/" || scalar == "\\" {
        result = ""
      } else if !isHidden(scalar) {
        result.unicodeScalars.append(scalar)
      }
    }
    result = shortened(result)
    return ["", ".", ".."].contains(result) ? "file" : result
  }

  /// Returns a name within the limit, with its extension.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > limit else { return name }
    var end = name.endIndex
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), name.utf8[dot...].count <= extensionLimit { end = dot }
    var stem = String(name[..<end])
    let suffix = String(name[end...])
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    return stem + suffix
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// Returns the header `Content-Disposition` by which a browser stores a response under a name: RFC 6266, with the
  /// encoding of RFC 8187 for all other characters than letters, digits and a few signs.
  static func disposition(_ name: String) -> String {
    let name = cleaned(name)
    // Old clients know only this name. A percent sign could be decoded by some of them.
    let plain = String(name.unicodeScalars.map { isPlain($0) ? Character($0) : "_" })
    guard plain != name else { return "attachment; filename=\"\(name)\"" }
    var encoded = ""
    for byte in name.utf8 {
      if isPlain(Unicode.Scalar(byte)), byte != UInt8(ascii: " ") {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
  }

  /// Whether a character needs no encoding in either form of the header, except for the space.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "-", ".", "_", " ": true
    default: false
    }
  }
}
