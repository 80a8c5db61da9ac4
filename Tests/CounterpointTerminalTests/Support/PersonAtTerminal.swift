import CounterpointTerminal
import Glibc

/// The person's side of a terminal, for a thread of its own.
struct PersonAtTerminal: @unchecked Sendable {
  // @unchecked because the test waits for the person before it uses the terminal again.
  private let terminal: PseudoTerminal

  init(_ terminal: PseudoTerminal) {
    self.terminal = terminal
  }

  /// Does what the person does. If they don't see what they wait for, they interrupt the program, so that the test ends.
  func act(_ person: (PersonAtTerminal) throws -> Void) throws {
    do {
      try person(self)
    } catch {
      type("\u{3}")
      throw error
    }
  }

  func expect(_ text: String) throws {
    try terminal.expect(text)
  }

  func type(_ text: String) {
    terminal.type(text)
  }

  func resize(to size: TerminalSize) {
    terminal.resize(to: size)
    kill(getpid(), SIGWINCH)
  }
}
