import ArgumentParser
@_spi(Internals) import CounterpointInspector
import CounterpointTerminal
import Foundation
import InspectorProgram

import CounterpointWeb

/// Attaches to a program or opens a recording.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what a running program does, or what a recording contains.",
    discussion: "A program after '--' has to call 'Inspector.listenIfRequested()'. It ends with the inspector."
  )

  @OptionGroup
  var target: TargetOptions

  @Flag(help: "Print events as lines of text.")
  var text = false

  @Flag(help: "Serve the inspector as a page for browsers on this machine.")
  var web = false

  @Option(help: "The port of the page; 0 for any.")
  var port = 0

  @Argument(parsing: .postTerminator, help: "A program to start and to inspect, with its arguments.")
  var command: [String] = []

  func validate() throws {
    if target.name != nil, !command.isEmpty {
      throw ValidationError("Name a program or, after '--', a command; not both.")
    }
  }

  func run() async throws {
    var status: Int32 = 0
    try await reportingErrors {
      if command.isEmpty {
        let program = try target.open()
        if text {
          try await printEvents(of: program)
        } else if web {
          // Each visitor has a connection of its own. If the program has ended meanwhile, the first one says so.
          try await serve(program.description.name) { (try? target.open()) ?? program }
        } else {
          try await show(program)
        }
      } else {
        status = try await start()
      }
    }
    if status != 0 { throw ExitCode(status) }
  }

  /// Starts the program, inspects it, and returns its exit status.
  private func start() async throws -> Int32 {
    let started = try StartedProgram(command, terminal: text || web ? .own : .none)
    do {
      if web {
        try await serve(command[0]) {
          do { return try started.connect() } catch { return InspectedProgram(name: command[0], unavailable: error) }
        } whileListening: {
          // Begins after the address is printed, because it has the terminal.
          try started.run()
          await started.waitForEnd()
        }
      } else {
        try started.run()
        let program = try await Task.detached { try started.connect() }.value
        // On the terminal, the user looks at what has happened, and quits.
        try await text ? printEvents(of: program) : show(program)
        if text { await started.waitForEnd() }
      }
    } catch {
      _ = await started.end()
      throw error
    }
    return await started.end()
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

  /// Serves the page until the process is ended, or a function that runs meanwhile returns.
  private func serve(
    _ name: String,
    connect: @escaping @Sendable () -> InspectedProgram,
    whileListening operation: (@Sendable () async throws -> Void)? = nil
  ) async throws {
    let site = inspectorSite(name, connect: connect)
    // All users of the machine can connect to the port.
    let token = Inspector.makeToken()
    let (listening, listens) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let server = WebServer(site, host: "127.0.0.1", port: port, options: WebServerOptions(accessToken: token))
        try await server.run { port in
          print("The inspector of \(printable(name)) is on http://127.0.0.1:\(port)/?token=\(token)")
          fflush(nil)
          listens.yield()
        }
      }
      if let operation {
        group.addTask {
          for await _ in listening { break }
          try await operation()
        }
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func printEvents(of program: InspectedProgram) async throws {
    for try await batch in program.batches() {
      // Not with 'print', which keeps lines back from the reader of a pipe.
      let lines = batch.map { "\(TextOfEvent.line($0))\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
  }
}
