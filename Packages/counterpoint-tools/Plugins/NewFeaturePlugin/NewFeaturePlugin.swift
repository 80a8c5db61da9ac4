// NewFeaturePlugin: The command `swift package new-feature`.

import PackagePlugin

/// Writes a feature with its tests and views in a user's package: `swift package new-feature Counter`.
@main
struct NewFeaturePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let status = try PackageInventory.run("new-feature", arguments, in: context)
    // The command has printed the reason.
    if status != 0 { Diagnostics.error("new-feature ended with status \(status).") }
  }
}
