import Foundation

/// A feature to be written: its reducer, its tests, and a view for each platform.
package struct NewFeature: Equatable, Sendable {
  /// The name of the reducer.
  package let name: String
  /// The platforms with views.
  package let platforms: [Platform]
  /// The target of the feature and its views.
  package let target: PackageInventory.Target
  /// The target of the tests.
  package let tests: PackageInventory.Target

  /// Creates a feature after checking that it can be compiled where it is written.
  ///
  /// - Parameters:
  ///   - name: The name of the reducer.
  ///   - platforms: The platforms with views.
  ///   - target: The name of the target; `nil` if only one imports `Counterpoint`.
  ///   - tests: The name of the test target; `nil` for the one that depends on the target.
  ///   - inventory: The targets of the package.
  /// - Throws: The reason why it can't be written.
  package init(
    _ name: String,
    platforms: [Platform] = [],
    target: String? = nil,
    tests: String? = nil,
    in inventory: PackageInventory
  ) throws(NewFeatureError) {
    try Self.check(name)
    self.name = name
    self.platforms = Platform.allCases.filter(platforms.contains)
    self.target = try Self.target(target, in: inventory)
    self.tests = try Self.tests(tests, of: self.target, in: inventory)
    try Self.check(self.target, has: ["Counterpoint"] + self.platforms.flatMap(\.products))
    try Self.check(self.tests, has: ["CounterpointTesting"])
  }

  /// Writes the files.
  ///
  /// - Returns: The paths of the written files.
  /// - Throws: A `NewFeatureError` if one of the files exists, or the error of writing.
  package func write() throws -> [String] {
    if let path = files.map(\.path).first(where: { FileManager.default.fileExists(atPath: $0) }) {
      throw NewFeatureError("The file '\(path)' exists. Nothing was written.")
    }
    for file in files {
      let url = URL(filePath: file.path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
    return files.map(\.path)
  }
}

// MARK: - Checks

extension NewFeature {
  private static func check(_ name: String) throws(NewFeatureError) {
    let isIdentifier = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard isIdentifier, name.first?.isUppercase == true else {
      throw NewFeatureError(
        "'\(name)' is no name of a feature. Use letters and digits, with an uppercase letter first, as in 'Counter'."
      )
    }
    let reserved = ["Action", "Any", "Effect", "Reduce", "Reducer", "Self", "State", "Store", "Type"]
    guard !reserved.contains(name) else {
      throw NewFeatureError("'\(name)' is the name of another type. Choose one such as '\(name)Feature'.")
    }
  }

  private static func target(_ name: String?, in inventory: PackageInventory)
    throws(NewFeatureError) -> PackageInventory.Target
  {
    let targets = inventory.targets.filter { !$0.isTest }
    if let name {
      guard let target = targets.first(where: { $0.name == name }) else {
        throw NewFeatureError("There is no target '\(name)'. \(choices(targets))")
      }
      return target
    }
    let candidates = targets.filter { $0.dependencies.contains("Counterpoint") }
    guard let target = candidates.first else {
      throw NewFeatureError(
        "No target depends on Counterpoint. Add '\(dependency("Counterpoint"))' to one in Package.swift."
      )
    }
    guard candidates.count == 1 else {
      throw NewFeatureError(
        "Several targets depend on Counterpoint: choose one with '--target'. \(choices(candidates))"
      )
    }
    return target
  }

  private static func tests(_ name: String?, of target: PackageInventory.Target, in inventory: PackageInventory)
    throws(NewFeatureError) -> PackageInventory.Target
  {
    let targets = inventory.targets.filter { $0.isTest && $0.dependencies.contains(target.name) }
    if let name {
      guard let tests = targets.first(where: { $0.name == name }) else {
        throw NewFeatureError("No test target '\(name)' depends on '\(target.name)'. \(choices(targets))")
      }
      return tests
    }
    guard let tests = targets.first else {
      throw NewFeatureError("No test target depends on '\(target.name)'. Add one to Package.swift.")
    }
    guard targets.count == 1 else {
      throw NewFeatureError(
        "Several test targets depend on '\(target.name)': choose one with '--tests'. \(choices(targets))"
      )
    }
    return tests
  }

  private static func check(_ target: PackageInventory.Target, has products: [String]) throws(NewFeatureError) {
    let missing = products.filter { !target.dependencies.contains($0) }
    guard missing.isEmpty else {
      throw NewFeatureError(
        """
        The target '\(target.name)' needs more products. Add to its dependencies in Package.swift:
        \(missing.map { "  \(dependency($0))," }.joined(separator: "\n"))
        """
      )
    }
  }

  private static func dependency(_ product: String) -> String {
    let package = Platform.allCases.first { $0.products.contains(product) }?.package ?? "counterpoint"
    return ".product(name: \"\(product)\", package: \"\(package)\")"
  }

  private static func choices(_ targets: [PackageInventory.Target]) -> String {
    "The possible targets are: \(targets.map(\.name).joined(separator: ", "))."
  }
}
