@_spi(Internals) import CounterpointInspector
@_spi(Internals) import CounterpointSupport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that the command has started, and that listens for this command only.
///
/// The program finds the folder of its socket in an environment variable, and listens with
/// `Inspector.listenIfRequested()`.
struct StartedProgram {
  /// The terminal of the program.
  enum Terminal {
    /// The program has the terminal of this command.
    case own
    /// This command needs the terminal. The program's output goes to a file.
    case none
  }

  private let command: String
  private let process = Process()
  private let folder: ProgramFolder
  private let terminal: Terminal
  private let output: String?

  /// Prepares a program.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments. It is searched for as a shell does.
  ///   - terminal: The program's terminal.
  /// - Throws: An `InspectionError` if the folder can't be created.
  init(_ command: [String], terminal: Terminal) throws {
    // Short, because the paths of sockets are limited.
    let path = "/tmp/counterpoint-\(UUID().uuidString.prefix(13))"
    folder = ProgramFolder(path)
    try folder.create()
    self.command = command.joined(separator: " ")
    self.terminal = terminal
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Inspector.requestVariable: path],
      uniquingKeysWith: { $1 }
    )
    guard terminal == .none else {
      output = nil
      return
    }
    let file = "\(path)/output"
    guard FileManager.default.createFile(atPath: file, contents: nil),
      let handle = FileHandle(forWritingAtPath: file)
    else { throw InspectionError("The file '\(file)' can't be created.") }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    output = file
  }

  /// Starts the program.
  ///
  /// - Throws: An `InspectionError` if it can't be started.
  func run() throws {
    do {
      try process.run()
    } catch {
      throw InspectionError("'\(command)' can't be started: \(error.localizedDescription)")
    }
    if terminal == .own { giveTerminal(to: process.processIdentifier) }
  }

  /// Returns a connection to the program. Blocks the thread until the program listens.
  ///
  /// - Throws: An `InspectionError` if it ends before.
  func connect() throws -> InspectedProgram {
    while true {
      if let program = folder.listening.first {
        return try InspectedProgram(at: .file(program.socket), token: folder.token(of: program))
      }
      guard process.isRunning else {
        throw InspectionError(
          """
          '\(command)' ended with status \(process.terminationStatus) before it listened. A program that is started \
          like this has to set the dependency 'inspector' to 'Inspector.listenIfRequested()', before its first store.
          """
        )
      }
      // A socket in a folder has no event that Linux and macOS share.
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Waits until the program ends.
  func waitForEnd() async {
    // `Process` reports an end on a run loop, which a program of tasks has not.
    while process.isRunning { try? await Task.sleep(for: .milliseconds(50)) }
  }

  /// Ends the program with SIGTERM, and after ten seconds with SIGKILL, if it still runs. Prints its output unless it
  /// had the terminal.
  ///
  /// - Returns: The exit status; 128 and the number of a signal that has ended the program; 0 if that was the SIGTERM.
  func end() async -> Int32 {
    let isEnded = process.isRunning
    if isEnded { process.terminate() }
    let limit = ContinuousClock.now + .seconds(10)
    while process.isRunning, .now < limit { try? await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    giveTerminal(to: getpgrp())
    if let output, let text = FileManager.default.contents(atPath: output), !text.isEmpty {
      let head = Data("The output of '\(command)':\n".utf8)
      try? FileHandle.standardError.write(contentsOf: head + text.suffix(64 << 10))
    }
    try? FileManager.default.removeItem(atPath: folder.path)
    guard process.terminationReason != .exit else { return process.terminationStatus }
    return isEnded && process.terminationStatus == SIGTERM ? 0 : 128 + process.terminationStatus
  }

  /// Makes a group of processes the one that may read from the terminal, if there is one.
  private func giveTerminal(to group: Int32) {
    guard isatty(0) == 1 else { return }
    // Otherwise a process in the background would be stopped by this call.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(0, group)
    // The program may have been stopped because it has read before.
    kill(process.processIdentifier, SIGCONT)
  }
}
