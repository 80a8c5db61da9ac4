// LintFeaturesPlugin: The command `swift package lint-features`.

import PackagePlugin

/// Finds mistakes in the features of a user's package: `swift package lint-features`.
@main
struct LintFeaturesPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let (status, errors) = try PackageInventory.run("lint-features", arguments, in: context)
    guard status != 0 else { return }
    // Without errors, the command has printed its findings.
    Diagnostics.error(errors.isEmpty ? "lint-features ended with status \(status)." : errors)
  }
}
