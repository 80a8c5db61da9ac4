import Foundation

/// The targets of a package, as a plug-in of SwiftPM describes them in a file.
package struct PackageInventory: Codable, Equatable, Sendable {
  /// A target written in Swift.
  package struct Target: Codable, Equatable, Sendable {
    /// The name of the target.
    package var name: String
    /// The folder of its sources.
    package var folder: String
    /// Whether it contains tests.
    package var isTest: Bool
    /// Whether a library product contains it, so that other packages can use its public declarations.
    package var isExported: Bool
    /// The paths of its source files.
    package var files: [String]
    /// The names of the products and targets that it depends on directly.
    package var dependencies: [String]

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - name: The name of the target.
    ///   - folder: The folder of its sources.
    ///   - isTest: Whether it contains tests.
    ///   - isExported: Whether a library product contains it.
    ///   - files: The paths of its source files.
    ///   - dependencies: The names of the products and targets that it depends on directly.
    package init(
      name: String,
      folder: String,
      isTest: Bool = false,
      isExported: Bool = false,
      files: [String] = [],
      dependencies: [String] = []
    ) {
      self.name = name
      self.folder = folder
      self.isTest = isTest
      self.isExported = isExported
      self.files = files
      self.dependencies = dependencies
    }
  }

  /// The folder of the package.
  package var root: String
  /// The targets of the package.
  package var targets: [Target]

  /// Creates an inventory.
  ///
  /// - Parameters:
  ///   - root: The folder of the package.
  ///   - targets: The targets of the package.
  package init(root: String, targets: [Target]) {
    self.root = root
    self.targets = targets
  }

  /// Reads the file that a plug-in has written.
  ///
  /// - Parameter file: The path of the file.
  /// - Throws: The error of reading or decoding.
  package init(contentsOf file: String) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: file)))
  }

  /// Finds the targets below a folder by their paths, without SwiftPM.
  ///
  /// Each folder inside a folder `Sources` or `Tests` is a target. Folders with a name such as `.build` are left out,
  /// and so are packages inside this one.
  ///
  /// - Parameter root: The folder of a package.
  /// - Throws: The error of reading a folder.
  package init(folder root: String) throws {
    self.root = root
    var targets: [String: Target] = [:]
    for path in try Self.swiftFiles(below: root) {
      let components = path.split(separator: "/").map(String.init)
      guard let index = components.lastIndex(where: { $0 == "Sources" || $0 == "Tests" }), index + 2 < components.count
      else { continue }
      let folder = components[...(index + 1)].joined(separator: "/")
      let new = Target(name: components[index + 1], folder: "\(root)/\(folder)", isTest: components[index] == "Tests")
      targets[folder, default: new].files.append("\(root)/\(path)")
    }
    self.targets = targets.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the paths of the Swift files below a folder, relative to it and in order.
  private static func swiftFiles(below folder: String) throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: folder).sorted().flatMap { name -> [String] in
      guard !name.hasPrefix(".") else { return [] }
      let path = "\(folder)/\(name)"
      guard try URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else {
        return name.hasSuffix(".swift") ? [name] : []
      }
      guard !files.fileExists(atPath: "\(path)/Package.swift") else { return [] }
      return try swiftFiles(below: path).map { "\(name)/\($0)" }
    }
  }
}
