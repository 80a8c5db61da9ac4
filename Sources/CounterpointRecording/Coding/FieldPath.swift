/// The paths of fields, as in `draft.email`. A dot in a key has a backslash before it. The value itself has an empty
/// path.
package enum FieldPath {
  /// Returns the path of a field of another one.
  static func joined(_ parent: String, _ key: String) -> String {
    let key = key.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") } ? escaped(key) : key
    return parent.isEmpty ? key : "\(parent).\(key)"
  }

  private static func escaped(_ key: String) -> String {
    key.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
  }

  /// Returns the path of the field that a field is in; `nil` for the value itself.
  package static func parent(of path: String) -> String? {
    guard !path.isEmpty else { return nil }
    var end = path.utf8.startIndex
    var isEscaped = false
    for index in path.utf8.indices {
      switch path.utf8[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "."): end = index
      default: break
      }
    }
    return String(path[..<end])
  }

  /// Returns the keys of a path.
  package static func keys(of path: String) -> [String] {
    guard !path.isEmpty else { return [] }
    var keys = [""]
    var isEscaped = false
    for character in path.unicodeScalars {
      switch character {
      case _ where isEscaped:
        keys[keys.count - 1].unicodeScalars.append(character)
        isEscaped = false
      case "\\": isEscaped = true
      case ".": keys.append("")
      default: keys[keys.count - 1].unicodeScalars.append(character)
      }
    }
    return keys
  }

  /// Returns whether a field is inside of another one.
  package static func isInside(_ path: String, _ other: String) -> Bool {
    other.isEmpty ? !path.isEmpty : path.utf8.starts(with: (other + ".").utf8)
  }
}
