import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A running program that a test writes lines to and reads answers from, over pipes.
public final class Conversation {
  /// An answer that did not arrive.
  public struct NoAnswer: Error, CustomStringConvertible {
    /// The expected text, and the output so far.
    public let description: String
  }

  /// The output so far.
  public private(set) var output = ""

  private let process = Process()
  private let input = Pipe()
  private let answers = Pipe()
  private var read = 0

  // A write to a program that has ended would otherwise kill the tests.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The program's name. The file lies beside the tests.
  ///   - arguments: The command line.
  ///   - environment: The environment.
  /// - Throws: If the program can't be started.
  public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    _ = Self.ignoresBrokenPipes
    process.executableURL = Bundle.main.bundleURL.appending(component: program)
    process.arguments = arguments
    process.environment = environment.merging(ExampleProcess.inherited) { given, _ in given }
    process.standardInput = input
    process.standardOutput = answers
    process.standardError = answers
    try process.run()
    try answers.fileHandleForWriting.close()
    try input.fileHandleForReading.close()
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  /// Writes a line to the program.
  ///
  /// - Parameter line: The line without its line break.
  public func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for a text in the output that no earlier call has returned.
  ///
  /// - Parameter text: The text.
  /// - Returns: The output up to the end of the text.
  /// - Throws: ``NoAnswer`` if the program ends, or writes nothing for a minute. A passing test never waits that long.
  @discardableResult
  public func expect(_ text: String) throws -> String {
    while true {
      let unread = output.dropFirst(read)
      if let range = unread.range(of: text) {
        let answer = unread[..<range.upperBound]
        read += answer.count
        return String(answer)
      }
      let descriptor = answers.fileHandleForReading.fileDescriptor
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let data = unsafe poll(&waiting, 1, 60_000) > 0 ? answers.fileHandleForReading.availableData : Data()
      guard !data.isEmpty else {
        throw NoAnswer(description: "waited for \(text.debugDescription), got \(unread.debugDescription)")
      }
      output += String(decoding: data, as: UTF8.self)
    }
  }

  /// Ends the program's input and waits for the end of the program.
  ///
  /// - Returns: The exit code.
  public func finish() throws -> Int32 {
    try input.fileHandleForWriting.close()
    while case let data = answers.fileHandleForReading.availableData, !data.isEmpty {
      output += String(decoding: data, as: UTF8.self)
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
