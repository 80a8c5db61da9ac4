public import Counterpoint
public import CounterpointTerminal
import Foundation

/// The lines that a program plays instead of the keyboard.
public struct PlayedLines<Intent: ScriptIntent> {
  enum Source {
    /// A script that has been read and checked as a whole.
    case file(Script<Intent>)
    /// A script that arrives line by line.
    case script(LineInput)
    /// A user who types lines at a prompt.
    case user(LineInput)
  }

  private let source: Source
  private let size: TerminalSize

  init(_ source: Source, size: TerminalSize) {
    self.source = source
    self.size = size
  }

  /// Plays the lines, and prints the screens to standard output.
  ///
  /// - Parameters:
  ///   - perform: Does what a line wants, and returns the effects that it started.
  ///   - screen: Makes the screen as it is now.
  /// - Throws: If a line of a script asks for what isn't there.
  @MainActor
  public func play(
    perform: (Script<Intent>.Line) throws(ScriptError) -> [StoreTask],
    screen: (TerminalSize) -> Screen
  ) async throws(Failure) {
    do throws(ScriptError) {
      switch source {
      case .file(let script):
        try await script.play(size: size, perform: perform, screen: screen) { put($0 + "\n") }
      case .script(let input):
        try await Script.play(input, size: size, perform: perform, screen: screen) { put($0 + "\n") }
      case .user(let input):
        try await Script.play(input, size: size, prompt: { put("> ") }, perform: perform, screen: screen) {
          put($0 + "\n")
        }
      }
    } catch {
      throw Failure(error.description)
    }
  }

  /// Prints a text at once: in a pipe it would wait for a full buffer otherwise.
  private func put(_ text: String) {
    print(text, terminator: "")
    fflush(nil)
  }
}
