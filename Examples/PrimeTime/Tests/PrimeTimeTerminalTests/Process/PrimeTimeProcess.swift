import Foundation

/// One run of the program, as a user starts it from a shell.
struct PrimeTimeProcess {
  let output: String
  let error: String
  let exitCode: Int32

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - input: What comes in on standard input.
  ///   - environment: The whole environment.
  init(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.environment = environment.merging(Self.inherited) { given, _ in given }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    // A program that refuses its arguments does not read; then this fails, and that is no matter.
    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let output = try standardOutput.fileHandleForReading.readToEnd()
    let error = try standardError.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    self.output = String(decoding: output ?? Data(), as: UTF8.self)
    self.error = String(decoding: error ?? Data(), as: UTF8.self)
    self.exitCode = process.terminationStatus
  }

  /// The lines of the output that tell which intent was played.
  var intents: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// The program lies beside the tests.
  private static let executable = Bundle.main.bundleURL.appending(component: "primetime")

  /// What sanitizers and the runtime's own libraries need.
  private static let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
  }
}

/// A folder that is removed when the test is over.
final class TemporaryPlace {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(component: "primetime-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(component: name).path }
}
