@_spi(Internals) import CounterpointSupport
import Foundation

/// The Swift files of a package or a project, found from one of them.
///
/// They are read when a test fails, so they may be newer than the program. Each file is read and parsed at most once.
final class SourceFiles: Sendable {
  private struct Contents {
    /// The folders of Swift files, by the names of modules.
    var folders: [String: [String]]?
    var files: [String: [String]] = [:]
    var texts: [String: Data] = [:]
    var parsers: [String: DeclarationParser] = [:]
    /// The found declarations, by the names of the module and of the types.
    var declarations: [[String]: [TypeDeclaration]] = [:]
  }

  private let root: String
  private let contents = Locked(Contents())

  private init(root: String) {
    self.root = root
  }

  private static let known = Locked<[String: SourceFiles]>([:])
  /// The maximum number of visited folders.
  private static let limit = 20_000

  /// Returns the folders that can contain the sources of a file's program: each folder above it with a manifest, a
  /// project or a repository, from the innermost on. Without one, the folder of the file.
  static func around(_ file: String) -> [SourceFiles] {
    let folder = URL(filePath: file).deletingLastPathComponent()
    var roots: [String] = []
    var url = folder
    while url.pathComponents.count > 1 {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      if names.contains(where: { ["Package.swift", ".git"].contains($0) || $0.hasSuffix(".xcodeproj") }) {
        roots.append(url.path)
      }
      url.deleteLastPathComponent()
    }
    if roots.isEmpty { roots = [folder.path] }
    return known.withLock { known in
      roots.map { root in
        if let files = known[root] { return files }
        let files = SourceFiles(root: root)
        known[root] = files
        return files
      }
    }
  }

  /// Returns a parsed file; `nil` if it can't be read.
  func parsed(_ file: String) -> DeclarationParser? {
    contents.withLock { Self.parsed(file, in: &$0) }
  }

  /// Returns the declarations of a type in a module.
  ///
  /// - Parameters:
  ///   - path: The names of the type and of the types that it is nested in.
  ///   - module: The name of the module.
  func declarations(of path: [String], in module: String) -> [TypeDeclaration] {
    contents.withLock { contents in
      if let declarations = contents.declarations[[module] + path] { return declarations }
      let names = path.map { Data($0.utf8) }
      let declarations = files(of: module, in: &contents).flatMap { file -> [TypeDeclaration] in
        // Parsing costs much more than a search.
        guard let text = Self.text(of: file, in: &contents), names.allSatisfy({ text.range(of: $0) != nil }) else {
          return []
        }
        return Self.parsed(file, in: &contents)?.types.filter { $0.path == path } ?? []
      }
      contents.declarations[[module] + path] = declarations
      return declarations
    }
  }

  private static func text(of file: String, in contents: inout Contents) -> Data? {
    if let text = contents.texts[file] { return text }
    guard let text = FileManager.default.contents(atPath: file) else { return nil }
    contents.texts[file] = text
    return text
  }

  private static func parsed(_ file: String, in contents: inout Contents) -> DeclarationParser? {
    if let parser = contents.parsers[file] { return parser }
    guard let text = text(of: file, in: &contents) else { return nil }
    let parser = DeclarationParser(Array(text), file: file)
    contents.parsers[file] = parser
    return parser
  }

  /// Returns the files of a module: those in folders of its name, as packages and projects usually have them, or else
  /// those in the folder that the manifest names.
  private func files(of module: String, in contents: inout Contents) -> [String] {
    if let files = contents.files[module] { return files }
    let folders = contents.folders ?? Self.folders(in: root)
    contents.folders = folders
    // A folder can contain another one of the same name.
    let named =
      folders[module]
      ?? Self.text(of: "\(root)/Package.swift", in: &contents).flatMap { manifest in
        Self.path(of: module, in: String(decoding: manifest, as: UTF8.self)).map { ["\(root)/\($0)"] }
      }
    let files = Set((named ?? []).flatMap(Self.swiftFiles)).sorted()
    contents.files[module] = files
    return files
  }

  /// Returns the folders below a folder, by the names of modules that they can belong to.
  private static func folders(in root: String) -> [String: [String]] {
    var folders: [String: [String]] = [:]
    var count = 0
    visit(root) { url in
      count += 1
      let name = String(url.lastPathComponent.map { $0.isLetter || $0.isNumber ? $0 : "_" })
      folders[name, default: []].append(url.path)
      return count < limit
    }
    return folders
  }

  private static func swiftFiles(in folder: String) -> [String] {
    var files: [String] = []
    visit(folder) { url in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
      files += names.filter { $0.hasSuffix(".swift") }.map { url.appending(path: $0).path }
      return true
    }
    return files
  }

  /// Visits a folder and the folders below it, except for hidden ones. Targets may share sources by symbolic links, so
  /// they are followed, but not back to a folder above.
  private static func visit(_ folder: String, above: [String] = [], _ body: (URL) -> Bool) {
    let url = URL(filePath: folder)
    let path = url.resolvingSymlinksInPath().path
    guard !above.contains(path), body(url) else { return }
    let urls =
      (try? FileManager.default.contentsOfDirectory(
        at: url,
        includingPropertiesForKeys: nil,
        options: [.skipsHiddenFiles, .skipsPackageDescendants]
      )) ?? []
    for url in urls.sorted(by: { $0.path < $1.path }) {
      let folder = url.resolvingSymlinksInPath()
      guard (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { continue }
      visit(url.path, above: above + [path], body)
    }
  }
}

extension SourceFiles {
  /// Returns the path of a target's folder, if a manifest states one: `.target(name: "Core", …, path: "Sources/Base")`.
  static func path(of target: String, in manifest: String) -> String? {
    guard let name = try? Regex("\\(\\s*name:\\s*\"\(target)\"") else { return nil }
    for match in manifest.matches(of: name) {
      var rest = manifest[match.range.upperBound...], depth = 0
      while depth >= 0, let first = rest.first {
        if depth == 0, let path = rest.prefixMatch(of: /path:\s*"([^"]+)"/) { return String(path.1) }
        if let text = rest.prefixMatch(of: /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*(?s:.*?)\*\//) {
          rest = rest[text.range.upperBound...]
          continue
        }
        if "([{".contains(first) { depth += 1 }
        if ")]}".contains(first) { depth -= 1 }
        rest.removeFirst()
      }
    }
    return nil
  }
}
