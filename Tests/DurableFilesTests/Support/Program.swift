import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A run of the program `files-fixture`.
final class Program {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var rest = Data()

  private static let url = Bundle.main.bundleURL.appendingPathComponent("files-fixture")

  convenience init(_ arguments: String...) throws {
    try self.init(Self.url, arguments)
  }

  /// Starts the program with mounts of its own, which end with it. Needs the superuser.
  convenience init(inNamespace arguments: String...) throws {
    try self.init(URL(fileURLWithPath: "/usr/bin/unshare"), ["-m", Self.url.path] + arguments)
  }

  /// Starts the program as the superuser of a user namespace, which has limits of its own.
  convenience init(inUserNamespace arguments: String...) throws {
    try self.init(URL(fileURLWithPath: "/usr/bin/unshare"), ["-U", "-r", Self.url.path] + arguments)
  }

  private init(_ url: URL, _ arguments: [String]) throws {
    process.executableURL = url
    process.arguments = arguments
    // The backtrace of a killed program is not needed.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { if process.isRunning { stop() } }

  /// The next line that the program prints, or nil when it has ended. Blocks.
  func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest.append(more)
    }
  }

  /// Ends the program's input.
  func closeInput() throws { try input.fileHandleForWriting.close() }

  /// Kills the program.
  func stop() { _ = kill(process.processIdentifier, SIGKILL) }

  /// Waits for the end.
  ///
  /// - Returns: The status.
  @discardableResult
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
