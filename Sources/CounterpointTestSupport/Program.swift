import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A run of a program that lies beside the tests.
public final class Program {
  private let process = Process()
  private let pipe = Pipe()
  private var rest = Data()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: The file name of the program.
  ///   - arguments: The arguments.
  ///   - environment: Variables beside the inherited ones.
  public init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent(name)
    process.arguments = arguments
    // The backtrace of a killed program is not needed.
    let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
      name.hasPrefix("LD_") || name.hasPrefix("TSAN_") || name == "PATH"
    }
    process.environment = inherited.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  /// The next line that the program prints, or nil when it has ended. Blocks.
  public func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest.append(more)
    }
  }

  /// All lines until the program ends. Blocks.
  public func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Kills the program at a random instant, after it has printed up to twenty acknowledged numbers.
  ///
  /// - Returns: The last acknowledged number; nil if there is none.
  public func killAtRandom() -> Int? {
    var acknowledged: Int?
    var lines = Int.random(in: 1...20)
    while lines > 0, let line = line(), let number = Int(line) {
      acknowledged = number
      lines -= 1
    }
    usleep(.random(in: 0...3_000))
    kill()
    for line in self.lines() { acknowledged = Int(line) ?? acknowledged }
    end()
    return acknowledged
  }

  /// Kills the program with SIGKILL.
  public func kill() {
    kill(process.processIdentifier, SIGKILL)
  }

  private func kill(_ process: pid_t, _ signal: Int32) {
    send(signal, to: process)
  }

  /// Waits for the end.
  @discardableResult
  public func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}

private func send(_ signal: Int32, to process: pid_t) {
  _ = kill(process, signal)
}
