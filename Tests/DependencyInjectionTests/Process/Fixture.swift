import Foundation

/// One run of the program `dependency-fixture`.
struct Fixture {
  let output: String
  let error: String
  let exitCode: Int32

  /// The program is next to the test bundle.
  static let executable = Bundle.main.bundleURL.appending(component: "dependency-fixture")

  /// Runs the program until it exits.
  ///
  /// - Parameters:
  ///   - arguments: The command-line arguments.
  ///   - environment: The environment, in addition to the variables that sanitizers and the Swift runtime need.
  init(_ arguments: [String] = [], environment: [String: String] = [:]) throws {
    self = try Self.run(Self.executable, arguments, environment: environment)
  }

  /// Runs some tests of this target in a separate process.
  static func runTests(_ arguments: [String], environment: [String: String] = [:]) throws -> Fixture {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    return try run(tests, arguments, environment: environment)
  }

  private init(output: String, error: String, exitCode: Int32) {
    self.output = output
    self.error = error
    self.exitCode = exitCode
  }

  static func run(_ program: URL, _ arguments: [String], environment: [String: String]) throws -> Fixture {
    // Files instead of pipes, because a pipe would have to be drained.
    let folder = FileManager.default.temporaryDirectory.appending(component: "dependency-fixture-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(component: "output"), error = folder.appending(component: "error")
    for file in [output, error] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment.merging(inherited) { given, _ in given }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return Fixture(
      output: try String(contentsOf: output, encoding: .utf8),
      error: try String(contentsOf: error, encoding: .utf8),
      exitCode: process.terminationStatus
    )
  }

  private static let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
  }
}
