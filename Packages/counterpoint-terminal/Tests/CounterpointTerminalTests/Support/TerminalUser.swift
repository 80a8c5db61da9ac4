import CounterpointTerminal
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A simulated user of a terminal, on a separate thread.
struct TerminalUser: @unchecked Sendable {
  // @unchecked because the test uses the terminal again only after the user has finished.
  private let terminal: PseudoTerminal

  init(_ terminal: PseudoTerminal) {
    self.terminal = terminal
  }

  /// Runs the user's actions, and returns when they have finished.
  ///
  /// Reading the screen blocks the thread. It is not a thread of the pool, because the program needs those to draw.
  func act(_ user: @escaping @Sendable (TerminalUser) throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try perform(user) }) }
    }
  }

  /// Interrupts the program after an error, so the test ends.
  private func perform(_ user: (TerminalUser) throws -> Void) throws {
    do {
      try user(self)
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

  func type(_ key: Character, times: Int) {
    terminal.type(key, times: times)
  }

  func resize(to size: TerminalSize) {
    terminal.resize(to: size)
    kill(getpid(), SIGWINCH)
  }
}
