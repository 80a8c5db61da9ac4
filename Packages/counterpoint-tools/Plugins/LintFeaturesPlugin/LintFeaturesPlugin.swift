// LintFeaturesPlugin: The command `swift package lint-features`.

import PackagePlugin

/// Finds mistakes in the features of a user's package: `swift package lint-features`.
@main
struct LintFeaturesPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let status = try PackageInventory.run("lint-features", arguments, in: context)
    // The command has printed the findings.
    if status != 0 { Diagnostics.error("lint-features ended with status \(status).") }
  }
}
