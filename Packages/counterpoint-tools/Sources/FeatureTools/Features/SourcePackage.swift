import Foundation
import SwiftSyntax

/// The parsed files of a package.
struct SourcePackage: Sendable {
  let files: [SourceFile]
  /// The reducers that each target declares, by the target's name.
  let reducers: [String: Set<String>]
  /// The cases that sources handle and send. Tests use a feature in another way than a program does.
  let mentions: ActionMentions

  init(files: [SourceFile]) {
    self.files = files
    reducers = Dictionary(grouping: files, by: \.target.name).mapValues { files in
      Set(files.filter { $0.contains("Reducer") }.flatMap { reducerNames(in: $0.tree) })
    }
    var mentions = ActionMentions()
    for file in files where !file.target.isTest { mentions.insert(file) }
    self.mentions = mentions
  }

  /// Parses the files of an inventory.
  ///
  /// - Throws: The error of reading a file.
  init(_ inventory: PackageInventory) throws {
    var files: [SourceFile] = []
    for target in inventory.targets {
      var description = target
      description.files = []
      for file in target.files {
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        let isBelow = file.hasPrefix("\(inventory.root)/")
        let path = isBelow ? String(file.dropFirst(inventory.root.count + 1)) : file
        files.append(SourceFile(path: path, target: description, text: text))
      }
    }
    self.init(files: files)
  }

  /// The files that aren't tests.
  var sources: [SourceFile] { files.filter { !$0.target.isTest } }

  /// Returns whether the sources mention a type other than by its declaration.
  ///
  /// - Parameter type: The name of the type, which may be a nested one.
  func uses(_ type: String) -> Bool {
    let name = type.split(separator: ".").last.map(String.init) ?? type
    return sources.contains { file in
      file.contains(name)
        && file.tree.tokens(viewMode: .sourceAccurate).contains { token in
          token.text == name && token.parent?.asProtocol((any NamedDeclSyntax).self)?.name != token
        }
    }
  }

  /// The reducers of the file's target.
  func reducers(of file: SourceFile) -> Set<String> { reducers[file.target.name] ?? [] }
}
