/// Lexical operations on paths, without access to the disk.
///
/// They work on bytes rather than characters: a combining mark at the start of a name would form one character with
/// the slash before it.
enum FilePaths {
  private static let slash = UInt8(ascii: "/")

  /// Returns the part after the last slash.
  static func name(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return path }
    return String(path[path.utf8.index(after: last)...])
  }

  /// Returns the part before the last slash: a path of the folder that contains `path`. The folder of `/` is `/`,
  /// and the folder of a bare name is `.`.
  static func folder(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    // More slashes than one mean the same as one.
    let end = path.utf8[..<last].lastIndex { $0 != slash }
    guard let end else { return "/" }
    return String(path[...end])
  }
}
