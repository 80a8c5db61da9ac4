import Foundation

/// A feature to be written: its reducer, its tests, and a view for each platform.
///
/// The views are in the target of the feature, or in targets of their own. Then what they use of the feature is public,
/// and so are the views, for the target of the program.
package struct NewFeature: Equatable, Sendable {
  /// A view of the feature.
  package struct View: Equatable, Sendable {
    /// Its platform.
    package let platform: Platform
    /// Its target.
    package let target: PackageInventory.Target
    /// The target of its tests.
    package let tests: PackageInventory.Target
  }

  /// The name of the reducer.
  package let name: String
  /// The target of the reducer.
  package let target: PackageInventory.Target
  /// The target of the reducer's tests.
  package let tests: PackageInventory.Target
  /// The views, in the order of the platforms.
  package let views: [View]

  /// Creates a feature after checking that it can be compiled where it is written.
  ///
  /// - Parameters:
  ///   - name: The name of the reducer.
  ///   - platforms: The platforms with views.
  ///   - target: The name of the target; `nil` if only one imports `Counterpoint`.
  ///   - views: The names of the targets of the views; empty for the target of the reducer. The view of a platform is
  ///     in the first one that depends on the products of the platform.
  ///   - tests: The names of the test targets; empty for those that depend on the targets. The tests of a target are in
  ///     the first one that depends on it.
  ///   - inventory: The targets of the package.
  /// - Throws: The reason why it can't be written.
  package init(
    _ name: String,
    platforms: [Platform] = [],
    target: String? = nil,
    views: [String] = [],
    tests: [String] = [],
    in inventory: PackageInventory
  ) throws(NewFeatureError) {
    try Self.check(name)
    self.name = name
    let owner = try Self.target(target, besides: views, in: inventory)
    self.target = owner
    self.tests = try Self.tests(tests, of: [owner], in: inventory)
    guard views.isEmpty || !platforms.isEmpty else {
      throw NewFeatureError("Targets of views need platforms: add '--platforms terminal', for example.")
    }
    try Self.check(owner, has: ["Counterpoint"] + (views.isEmpty ? platforms.flatMap(\.products) : []))
    try Self.check(self.tests, has: ["CounterpointTesting"])
    var result: [View] = []
    for platform in Platform.allCases where platforms.contains(platform) {
      guard !views.isEmpty else {
        result.append(View(platform: platform, target: owner, tests: self.tests))
        continue
      }
      let target = try Self.target(of: platform, among: views, feature: owner, in: inventory)
      let targets = target == owner ? [owner] : [owner, target]
      result.append(View(platform: platform, target: target, tests: try Self.tests(tests, of: targets, in: inventory)))
    }
    self.views = result
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

  /// - Parameter views: The targets of the views, which the feature is in only if it is said.
  private static func target(_ name: String?, besides views: [String], in inventory: PackageInventory)
    throws(NewFeatureError) -> PackageInventory.Target
  {
    if let name { return try target(named: name, in: inventory) }
    let candidates = inventory.targets.filter {
      !$0.isTest && !views.contains($0.name) && $0.dependencies.contains("Counterpoint")
    }
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

  private static func target(named name: String, in inventory: PackageInventory)
    throws(NewFeatureError) -> PackageInventory.Target
  {
    let targets = inventory.targets.filter { !$0.isTest }
    guard let target = targets.first(where: { $0.name == name }) else {
      throw NewFeatureError("There is no target '\(name)'. \(choices(targets))")
    }
    return target
  }

  /// Returns the target of a view.
  private static func target(
    of platform: Platform,
    among names: [String],
    feature: PackageInventory.Target,
    in inventory: PackageInventory
  ) throws(NewFeatureError) -> PackageInventory.Target {
    var targets: [PackageInventory.Target] = []
    for name in names { targets.append(try target(named: name, in: inventory)) }
    guard let target = targets.first(where: { Set($0.dependencies).isSuperset(of: platform.products) }) else {
      if targets.count == 1 { try check(targets[0], has: platform.products) }
      throw NewFeatureError(
        """
        None of the targets of views has the products of '\(platform.rawValue)'. Add to the dependencies of one in \
        Package.swift:
        \(platform.products.map { "  \(dependency($0))," }.joined(separator: "\n"))
        """
      )
    }
    guard target == feature || target.dependencies.contains(feature.name) else {
      throw NewFeatureError(
        "The target '\(target.name)' needs the feature. Add '\"\(feature.name)\"' to its dependencies in Package.swift."
      )
    }
    try check(target, has: ["Counterpoint"])
    return target
  }

  /// Returns the target of the tests of a target, which can use that target and others.
  ///
  /// - Parameters:
  ///   - names: The names that the caller has chosen; empty for none.
  ///   - tested: The targets that the tests use. The last one is the one that they test.
  ///   - inventory: The targets of the package.
  private static func tests(
    _ names: [String],
    of tested: [PackageInventory.Target],
    in inventory: PackageInventory
  ) throws(NewFeatureError) -> PackageInventory.Target {
    let text = tested.map { "'\($0.name)'" }.joined(separator: " and ")
    let targets = inventory.targets.filter { $0.isTest && Set($0.dependencies).isSuperset(of: tested.map(\.name)) }
    guard let first = targets.first else {
      throw NewFeatureError("No test target depends on \(text). Add one to Package.swift.")
    }
    if !names.isEmpty {
      let chosen = names.compactMap { name in targets.first { $0.name == name } }
      guard let tests = chosen.first else {
        let names = names.map { "'\($0)'" }.joined(separator: " nor ")
        throw NewFeatureError("The test target \(names) doesn't depend on \(text). \(choices(targets))")
      }
      return tests
    }
    if let own = targets.first(where: { $0.name == tested.last.map { "\($0.name)Tests" } }) { return own }
    guard targets.count == 1 else {
      throw NewFeatureError("Several test targets depend on \(text): choose one with '--tests'. \(choices(targets))")
    }
    return first
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
