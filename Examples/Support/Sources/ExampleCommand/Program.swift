public import ArgumentParser
public import CounterpointTerminal
import Foundation

/// A program that is played in a terminal or by a script: what there is around it.
public struct Program<Command: ParsableCommand>: Sendable {
  private var name: String { Command._commandName }

  /// Makes a program.
  ///
  /// - Parameter command: Its command line.
  public init(_ command: Command.Type) {}

  /// Runs the program and exits: a mistake gets one line on standard error, which begins with the program's name.
  ///
  /// - Parameter run: Does what the command line says, and returns the exit code.
  @MainActor
  public func main(_ run: @MainActor (Command) async throws(Failure) -> Int32) async -> Never {
    do {
      exit(try await run(parse()))
    } catch let failure as Failure {
      // The message may quote a file, and a terminal executes escape codes.
      let message = StyledText(failure.message).plainText
      // The other variant of this method stops a program whose standard error is closed.
      try? FileHandle.standardError.write(contentsOf: Data("\(name): \(message)\n".utf8))
      exit(failure.code.rawValue)
    } catch {
      // Help, or what only the parser can explain.
      Command.exit(withError: error)
    }
  }

  private func parse() throws -> Command {
    do {
      return try Command.parse()
    } catch {
      guard Command.exitCode(for: error) == .success else { throw Failure(Command.message(for: error)) }
      throw error
    }
  }

  /// Opens the terminal, to be played with the keyboard.
  ///
  /// - Parameter options: The options of the session; `nil` for those of the environment.
  public func openTerminal(options: TerminalOptions? = nil) throws(Failure) -> TerminalSession {
    guard TerminalSession.isTerminal(STDIN_FILENO) else {
      throw Failure(
        "standard input is not a terminal; run it in one, or play a script: \(name) --script FILE ('-' reads it here)"
      )
    }
    do throws(TerminalError) {
      return try TerminalSession(options: options)
    } catch {
      throw Failure("\(error)", code: .unavailable)
    }
  }
}
