import ArgumentParser
import CounterpointTerminal
import Foundation
import PrimeTimeTerminal
import PrimeTime

/// The command line of the program.
struct PrimeTimeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "primetime",
    abstract: "Count, ask whether the count is prime, ask for the nth prime, and keep the primes that you like.",
    discussion: """
      In a terminal it is played with the keyboard. With --script no terminal is needed: each line is one intent, and \
      after each the screen is printed. The intents are:

        increment [N]      decrement [N]      is-prime
        nth-prime          cancel             dismiss
        save-favorite      remove-favorite    delete-favorite PRIME
        show-favorites     save               load
        quit

      '#' begins a comment.
      """
  )

  @Option(parsing: .unconditional, help: "The number to begin with.", transform: { try wholeNumber($0) })
  var count = 0

  @Option(help: "The file of the favorites. (default: primetime/favorites.json in $XDG_DATA_HOME)")
  var favorites: String?

  @Option(help: "A script to play, '-' for standard input.")
  var script: String?

  @Option(help: "The size of the screens that a script prints, as COLUMNSxROWS.", transform: { try terminalSize($0) })
  var size = TerminalSize.standard

  private static func wholeNumber(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw ValidationError("'\(text)' is not a whole number from \(Int.min) to \(Int.max).")
    }
    return number
  }

  private static func terminalSize(_ text: String) throws -> TerminalSize {
    guard let size = TerminalSize(text) else {
      throw ValidationError("'\(text)' is not a size such as 80x24.")
    }
    return size
  }
}

extension PrimeTimeCommand {
  /// The path of the favorites.
  func favoritesPath(environment: [String: String]) throws(Failure) -> String {
    guard let path = favorites ?? FavoritesClient.defaultPath(environment: environment) else {
      throw Failure("there is no $XDG_DATA_HOME and no $HOME to keep the favorites in: give --favorites PATH")
    }
    return path
  }

  /// The script to play, `nil` if the program is played with the keyboard.
  func readScript() throws(Failure) -> Script? {
    guard let script else { return nil }
    let data: Data?
    do {
      data =
        script == "-"
        ? try FileHandle.standardInput.readToEnd() : try Data(contentsOf: URL(fileURLWithPath: script))
    } catch {
      throw Failure("can't read the script \(script): \(error.localizedDescription)", code: .noInput)
    }
    guard let text = String(data: data ?? Data(), encoding: .utf8) else {
      throw Failure("the script \(script) is not UTF-8 text", code: .noInput)
    }
    do throws(ScriptError) {
      return try Script(parsing: text)
    } catch {
      throw Failure(error.description)
    }
  }
}

/// Why the program ends early: a line for the user, and the code that it exits with.
struct Failure: Error {
  enum Code: Int32 {
    /// The command line or the script is wrong (`EX_USAGE`).
    case usage = 64
    /// The script can't be read (`EX_NOINPUT`).
    case noInput = 66
    /// The terminal can't be used (`EX_UNAVAILABLE`).
    case unavailable = 69
  }

  let message: String
  let code: Code

  init(_ message: String, code: Code = .usage) {
    self.message = message
    self.code = code
  }
}
