import ArgumentParser
import FeatureTools

/// Finds mistakes in the features of a package.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint-features",
    abstract: "Finds mistakes in features that the compiler can't find.",
    discussion: """
      A finding is ignored by a comment on its line or above: // lint-features:ignore RULE: reason
      The exit status is 1 if there is a finding.
      """
  )

  @Option(help: "A target. By default, findings in all targets are printed.")
  var target: [String] = []

  @Option(help: "A target whose findings are not printed.")
  var except: [String] = []

  @Flag(help: "Print the names of the rules with their descriptions.")
  var rules = false

  @Option(help: .hidden)
  var package: String?

  @Argument(help: "Folders of packages, instead of the current one.")
  var folders: [String] = []

  func run() throws {
    let linter = Linter()
    if rules {
      for rule in linter.ruleDescriptions { print("\(rule.name): \(rule.summary).") }
      return
    }
    var (findings, files) = (0, 0)
    let inventories = try (folders.isEmpty ? [nil] : folders.map(Optional.some)).map { ($0, try inventory(of: $0)) }
    let names = Set(inventories.flatMap { $0.1.targets.map(\.name) })
    for name in target + except where !names.contains(name) {
      throw ValidationError("There is no target '\(name)'. There are: \(names.sorted().joined(separator: ", ")).")
    }
    for (folder, inventory) in inventories {
      for finding in try linter.findings(in: inventory, targets: target, exceptions: except) {
        print(folder.map { "\($0)/\(finding)" } ?? "\(finding)")
        findings += 1
      }
      files += inventory.targets.reduce(0) { $0 + $1.files.count }
    }
    print("\(findings) \(findings == 1 ? "finding" : "findings") in \(files) files.")
    if findings > 0 { throw ExitCode(1) }
  }

  private func inventory(of folder: String?) throws -> PackageInventory {
    if let folder { return try PackageInventory(folder: folder) }
    return try package.map(PackageInventory.init(contentsOf:)) ?? PackageInventory(folder: ".")
  }
}
