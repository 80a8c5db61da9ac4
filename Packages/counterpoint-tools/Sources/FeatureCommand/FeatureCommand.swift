// FeatureCommand: The command that the plug-ins `lint-features` and `new-feature` run.

import ArgumentParser

/// The command that the plug-ins `lint-features` and `new-feature` run.
@main
struct FeatureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift package",
    abstract: "Writes features, and finds mistakes in them.",
    subcommands: [LintCommand.self, NewCommand.self]
  )
}
