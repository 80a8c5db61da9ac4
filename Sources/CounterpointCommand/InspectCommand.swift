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

  @Argument(
    help: ArgumentHelp(
      "The name of a program, the path of its socket, 127.0.0.1:PORT, or the file of a recording.",
      valueName: "program"
    )
  )
  var target: String

  @Option(help: "The token that the program has printed. A program that is found by its name needs none.")
  var token: String?

  @Flag(help: "Print events as lines of text.")
  var text = false

  @Flag(help: "Serve the inspector as a page for browsers on this machine.")
  var web = false

  @Option(help: "The port of the page; 0 for any.")
  var port = 0

  func run() async throws {
    do {
      let program = try resolve()
      if text {
        try await printEvents(of: program)
      } else if web {
        try await serve(program)
      } else {
        try await show(program)
      }
    } catch {
      FileHandle.standardError.write(Data("counterpoint: \(error)\n".utf8))
      throw ExitCode(1)
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
    let site = inspectorSite(program.description) { (try? resolve()) ?? program }
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

  /// Finds out what the argument means.
  private func resolve() throws -> InspectedProgram {
    if let port = target.split(separator: ":", omittingEmptySubsequences: false).last.flatMap({ UInt16($0) }),
      target.contains(":")
    {
      guard ["127.0.0.1", "localhost", ""].contains(target.dropLast("\(port)".count + 1)) else {
        throw InspectionError(
          "'\(target)' is no address of this machine. Use 'ssh -L' to reach a program on another one."
        )
      }
      guard let token else { throw InspectionError("Give the token that the program has printed, with '--token'.") }
      return try InspectedProgram(at: .loopback(port: port), token: token)
    }
    if target.hasSuffix(".socket") {
      let file = target.dropLast("socket".count) + "token"
      let stored = FileManager.default.contents(atPath: String(file)).map { String(decoding: $0, as: UTF8.self) }
      return try InspectedProgram(at: .file(target), token: token ?? stored ?? "")
    }
    if FileManager.default.fileExists(atPath: target) { return try InspectedProgram(recording: URL(filePath: target)) }
    return try InspectedProgram(named: target)
  }

  private func printEvents(of program: InspectedProgram) async throws {
    for try await batch in program.batches() {
      // Not with 'print', which keeps lines back from the reader of a pipe.
      let lines = batch.map { "\(TextOfEvent.line($0))\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
  }
}
