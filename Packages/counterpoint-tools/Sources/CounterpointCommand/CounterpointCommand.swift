// CounterpointCommand: The command `counterpoint`, which looks into running programs and recordings.

import ArgumentParser

/// The command line of `counterpoint`.
@main
struct CounterpointCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "counterpoint",
    abstract: "Looks into running programs and recordings.",
    subcommands: [InspectCommand.self, ExportCommand.self, ProgramsCommand.self]
  )
}
