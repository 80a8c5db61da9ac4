import Foundation

/// One run of a program, as a user starts it from a shell.
public struct ExampleProcess {
  /// The standard output.
  public let output: String
  /// The standard error.
  public let error: String
  /// The exit code.
  public let exitCode: Int32

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The program's name: it lies beside the tests.
  ///   - arguments: The command line.
  ///   - input: What comes in on standard input.
  ///   - environment: The whole environment.
  ///   - closesStandardError: Whether the program starts without a standard error, as after `2>&-` in a shell.
  public init(
    _ program: String,
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    closesStandardError: Bool = false
  ) throws {
    // Files rather than pipes: nothing to pump, and no signal of another test can interrupt them.
    let place = try TemporaryPlace()
    try Data(input.utf8).write(to: place.url.appending(component: "input"))
    for name in ["output", "error"] { try Data().write(to: place.url.appending(component: name)) }

    let process = Process()
    let executable = Bundle.main.bundleURL.appending(component: program)
    if closesStandardError {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", #"exec "$0" "$@" 2>&-"#, executable.path] + arguments
    } else {
      process.executableURL = executable
      process.arguments = arguments
    }
    process.environment = environment.merging(Self.inherited) { given, _ in given }
    process.standardInput = try FileHandle(forReadingFrom: place.url.appending(component: "input"))
    process.standardOutput = try FileHandle(forWritingTo: place.url.appending(component: "output"))
    process.standardError = try FileHandle(forWritingTo: place.url.appending(component: "error"))
    try process.run()
    process.waitUntilExit()
    self.output = try String(contentsOf: place.url.appending(component: "output"), encoding: .utf8)
    self.error = try String(contentsOf: place.url.appending(component: "error"), encoding: .utf8)
    self.exitCode = process.terminationStatus
  }

  /// The lines of the output that tell which intent was played.
  public var intents: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
  }

  /// The variables that sanitizers and the runtime's libraries need.
  static let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
    name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
  }
}
