import ArgumentParser
import CounterpointInspector
import Foundation

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

  func run() async throws {
    let program: InspectedProgram
    do {
      program = try resolve()
    } catch {
      FileHandle.standardError.write(Data("counterpoint: \(error)\n".utf8))
      throw ExitCode(1)
    }
    try await printEvents(of: program)
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
    do {
      for try await batch in program.batches() {
        // Not with 'print', which keeps lines back from the reader of a pipe.
        let lines = batch.map { "\(TextOfEvent.line($0))\n" }.joined()
        try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
      }
    } catch {
      FileHandle.standardError.write(Data("counterpoint: \(error)\n".utf8))
      throw ExitCode(1)
    }
  }
}
