// NewFeaturePlugin: The command `swift package new-feature`.

import PackagePlugin

/// Writes a feature with its tests and views in a user's package: `swift package new-feature Counter`.
@main
struct NewFeaturePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let (status, errors) = try PackageInventory.run("new-feature", arguments, in: context)
    guard status != 0 else { return }
    Diagnostics.error(errors.isEmpty ? "new-feature ended with status \(status)." : errors)
  }
}
