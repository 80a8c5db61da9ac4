import ArgumentParser
import FeatureTools

/// Writes a feature, its tests and its views.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-feature",
    abstract: "Writes a feature, its tests and its views, which compile and pass at once."
  )

  @Argument(help: "The name of the feature, as in 'Counter'.")
  var name: String

  @Option(help: "The target of the feature. By default, the only one that depends on Counterpoint.")
  var target: String?

  @Option(
    help: """
      The targets of the views, separated by commas. By default, the target of the feature. A view is written to the \
      first one that depends on the products of its platform.
      """
  )
  var views: NameList?

  @Option(help: "The targets of the tests, separated by commas. By default, those that test the targets.")
  var tests: NameList?

  @Option(help: "The platforms with views, separated by commas: terminal, web.")
  var platforms: PlatformList?

  @Option(help: .hidden)
  var package: String

  func run() throws {
    let inventory = try PackageInventory(contentsOf: package)
    do {
      let feature = try NewFeature(
        name,
        platforms: platforms?.platforms ?? [],
        target: target,
        views: views?.names ?? [],
        tests: tests?.names ?? [],
        in: inventory
      )
      for path in try feature.write() { print("Wrote \(path)") }
    } catch let error as NewFeatureError {
      throw ValidationError(error.description)
    }
  }
}

/// Names, separated by commas.
struct NameList: ExpressibleByArgument {
  var names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",").map { $0.trimmingPrefix(while: { $0 == " " }) }.map(String.init)
    if names.isEmpty { return nil }
  }
}

/// Platforms, separated by commas.
struct PlatformList: ExpressibleByArgument {
  var platforms: [Platform] = []

  init?(argument: String) {
    for name in argument.split(separator: ",") {
      guard let platform = Platform(rawValue: String(name)) else { return nil }
      platforms.append(platform)
    }
  }
}
