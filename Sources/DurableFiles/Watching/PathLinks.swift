/// The symbolic links on the way to a file, in its folders as well as at its end.
struct PathLinks {
  /// The paths of the links. The folder of each contains no other link.
  private(set) var links: [String] = []
  /// The path without links. Its end may be missing.
  private(set) var target = "/"

  /// Follows a path as the system does, or as far as it can be read.
  init(_ path: String, layer: FileLayer) {
    var rest = Self.components(of: path)
    while !rest.isEmpty {
      let component = rest.removeFirst()
      if component == ".." {
        target = FilePath.folder(of: target)
        continue
      }
      let entry = FilePath.entry(component, in: target)
      // The maximum number of links that Linux follows.
      guard links.count < 40, (try? layer.stamp(entry, followingLinks: false))??.isLink == true,
        let next = try? layer.target(ofLink: entry)
      else {
        target = entry
        continue
      }
      links.append(entry)
      target = "/"
      rest = Self.components(of: next) + rest
    }
  }

  private static func components(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
  }
}
