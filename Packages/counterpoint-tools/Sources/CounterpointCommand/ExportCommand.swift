import ArgumentParser
@_spi(Internals) import CounterpointInspector
import Foundation

/// Writes what a running program has done into a recording.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes what a running program has done into a recording."
  )

  @OptionGroup
  var target: TargetOptions

  @Argument(help: "The file of the recording. An existing one is overwritten.")
  var file: String

  @Option(help: "The number of a store; by default all stores are written.")
  var store: Int?

  @Flag(help: "Go on until the program ends, or until this command is interrupted.")
  var follow = false

  func run() async throws {
    try await reportingErrors {
      guard case .program(let address, let token) = try target.find() else {
        throw InspectionError("'\(target.name ?? "")' is a recording already.")
      }
      var export = ProgramExport(to: { try Self.create(file) }, store: store, follows: follow)
      try export.run(at: address, token: token)
      print("Wrote \(export.actions) actions to \(file).")
    }
  }

  private static func create(_ file: String) throws -> FileHandle {
    // Only the user can read it, because it may contain secrets.
    guard FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: file)
    else { throw InspectionError("The file '\(file)' can't be written.") }
    return handle
  }
}
