/// Lexical operations on paths, without access to the disk.
///
/// They work on bytes rather than characters, because a combining mark at the start of a name forms one character with
/// the slash before it.
enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// Returns the part after the last slash.
  static func name(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: last)...])
  }

  /// Returns the part before the last slash: the folder that contains `path`. The folder of `/` is `/`, and the folder
  /// of a bare name is `.`.
  static func folder(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    // Several slashes mean the same as one.
    guard let end = path.utf8[..<last].lastIndex(where: { $0 != slash }) else { return "/" }
    return String(path[...end])
  }

  /// Returns the path of an entry of a folder.
  static func entry(_ name: String, in folder: String) -> String {
    folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Shortens a name, because a file system limits names to 255 bytes or fewer, and the names that are derived from it
  /// are longer. The end of a shortened name is a hash of the whole.
  ///
  /// - Parameter limit: The maximum number of bytes of the result.
  static func shortened(_ name: String, limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    var start = Substring(name)
    while start.utf8.count > limit - 17 { start.removeLast() }
    return "\(start)~\(hexadecimal(hash))"
  }

  /// Returns a number in 16 hexadecimal digits.
  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
