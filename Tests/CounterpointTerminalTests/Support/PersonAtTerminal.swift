import CounterpointTerminal
import Glibc

/// The person's side of a terminal, for a thread of its own.
struct PersonAtTerminal: @unchecked Sendable {
  // @unchecked because the test waits for the person before it uses the terminal again.
  private let terminal: PseudoTerminal

  init(_ terminal: PseudoTerminal) {
    self.terminal = terminal
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
