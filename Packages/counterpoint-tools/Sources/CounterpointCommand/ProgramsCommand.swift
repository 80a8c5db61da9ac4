import ArgumentParser
@_spi(Internals) import CounterpointInspector
import InspectorProgram

/// Lists the programs that can be inspected by their names.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Lists the programs of the current user that can be inspected."
  )

  func run() {
    for program in ProgramFolder.current().listening { print(printable("\(program.name)-\(program.process)")) }
  }
}
