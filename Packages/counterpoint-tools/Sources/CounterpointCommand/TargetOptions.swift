import ArgumentParser
@_spi(Internals) import CounterpointInspector
import Foundation
import InspectorProgram

/// The program or the recording that a command is about.
struct TargetOptions: ParsableArguments, Sendable {
  /// The meaning of the argument.
  enum Target {
    case program(SocketAddress, token: String)
    case recording(URL)
  }

  @Argument(
    help: ArgumentHelp(
      "The name of a program, the path of its socket, 127.0.0.1:PORT, or the file of a recording.",
      valueName: "program"
    )
  )
  var name: String?

  @Option(help: "The token that the program has printed. A program that is found by its name needs none.")
  var token: String?

  /// Finds out what the argument means.
  ///
  /// - Throws: An `InspectionError` if there is no such program, or its token is missing.
  func find() throws -> Target {
    guard let name else {
      throw InspectionError("Name a program or a recording: 'counterpoint programs' lists programs.")
    }
    if let port = name.split(separator: ":", omittingEmptySubsequences: false).last.flatMap({ UInt16($0) }),
      name.contains(":")
    {
      guard ["127.0.0.1", "localhost", ""].contains(name.dropLast("\(port)".count + 1)) else {
        throw InspectionError(
          "'\(name)' is no address of this machine. Use 'ssh -L' to reach a program on another one."
        )
      }
      guard let token else { throw InspectionError("Give the token that the program has printed, with '--token'.") }
      return .program(.loopback(port: port), token: token)
    }
    if name.hasSuffix(".socket") {
      let file = name.dropLast("socket".count) + "token"
      let stored = FileManager.default.contents(atPath: String(file)).map { String(decoding: $0, as: UTF8.self) }
      return .program(.file(name), token: token ?? stored ?? "")
    }
    // A folder can have the name of a program.
    var isFolder: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
    if exists, !isFolder.boolValue { return .recording(URL(filePath: name)) }
    let (address, stored) = try ProgramFolder.current().find(name)
    return .program(address, token: token ?? stored)
  }

  /// Attaches to the program, or opens the recording.
  func open() throws -> InspectedProgram {
    switch try find() {
    case .program(let address, let token): try InspectedProgram(at: address, token: token)
    case .recording(let url): try InspectedProgram(recording: url)
    }
  }
}

/// Runs a command, and ends the process with the reason if it fails.
func reportingErrors(_ command: () async throws -> Void) async throws {
  do {
    try await command()
  } catch {
    try? FileHandle.standardError.write(contentsOf: Data("counterpoint: \(printable("\(error)"))\n".utf8))
    throw ExitCode(1)
  }
}
