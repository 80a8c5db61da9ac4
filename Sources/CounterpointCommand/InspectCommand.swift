import ArgumentParser
import CounterpointInspector
import CounterpointTerminal
import Foundation
import InspectorProgram

#if Web
import CounterpointWeb
#endif

/// Attaches to a program or opens a recording.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a running program does, or what a recording contains."
  )

  @OptionGroup
  var target: TargetOptions

  @Flag(help: "Print events as lines of text.")
  var text = false

  @Flag(help: "Serve the inspector as a page for browsers on this machine.")
  var web = false

  @Option(help: "The port of the page; 0 for any.")
  var port = 0

  func run() async throws {
    try await reportingErrors {
      let program = try target.open()
      if text {
        try await printEvents(of: program)
      } else if web {
        try await serve(program)
      } else {
        try await show(program)
      }
    }
  }

  /// Shows the program on the terminal until the user quits.
  private func show(_ program: InspectedProgram) async throws {
    guard TerminalSession.isTerminal(0) else {
      throw InspectionError("Standard input is no terminal. Use '--text' or '--web' here.")
    }
    let session = try TerminalSession()
    defer { session.close() }
    _ = await inspectorTerminalProgram(program, on: session)
  }

  /// Serves the page until the process is ended.
  private func serve(_ program: InspectedProgram) async throws {
    #if Web
    // Each visitor has a connection of its own. If the program has ended meanwhile, the first one says so.
    let site = inspectorSite(program.description) { (try? target.open()) ?? program }
    // All users of the machine can connect to the port.
    let token = Inspector.makeToken()
    let options = WebServerOptions(accessToken: token)
    try await WebServer(site, host: "127.0.0.1", port: port, options: options).run { port in
      print("The inspector of \(program.description.name) is on http://127.0.0.1:\(port)/?token=\(token)")
      fflush(nil)
    }
    #else
    throw InspectionError("This command was built without its server. Build it with the trait 'Web'.")
    #endif
  }

  private func printEvents(of program: InspectedProgram) async throws {
    for try await batch in program.batches() {
      // Not with 'print', which keeps lines back from the reader of a pipe.
      let lines = batch.map { "\(TextOfEvent.line($0))\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
  }
}
