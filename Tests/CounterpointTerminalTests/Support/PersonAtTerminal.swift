import CounterpointTerminal
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The person's side of a terminal, on a thread of its own.
struct PersonAtTerminal: @unchecked Sendable {
  // @unchecked because the test waits for the person before it uses the terminal again.
  private let terminal: PseudoTerminal

  init(_ terminal: PseudoTerminal) {
    self.terminal = terminal
  }

  /// Does what the person does, and returns when they are done.
  ///
  /// They look at the screen by blocking a thread. It is none of the pool: that has as many as there are processors,
  /// and the program needs one of them to draw what the person waits for.
  func act(_ person: @escaping @Sendable (PersonAtTerminal) throws -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { continuation.resume(with: Result { try look(person) }) }
    }
  }

  /// If they don't see what they wait for, they interrupt the program, so that the test ends.
  private func look(_ person: (PersonAtTerminal) throws -> Void) throws {
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

  func type(_ key: Character, times: Int) {
    terminal.type(key, times: times)
  }

  func resize(to size: TerminalSize) {
    terminal.resize(to: size)
    kill(getpid(), SIGWINCH)
  }
}
