public import CounterpointCore

/// A list of intents to play without a terminal: an intent a line; `#` begins a comment; empty lines don't count.
public struct Script<Intent: ScriptIntent>: Equatable, Sendable {
  /// A line of the script that holds an intent.
  public struct Line: Equatable, Sendable {
    /// The line's number in the file, counted from 1.
    public let number: Int
    /// The text of the line, without a comment, and with single blanks between its words.
    public let text: String
    /// The meaning of the line.
    public let intent: Intent
  }

  /// The lines that hold intents, in order.
  public let lines: [Line]

  /// Reads a script.
  ///
  /// The whole script is read before anything of it is played, so a mistake on the last line costs nothing.
  ///
  /// - Parameter text: The script.
  /// - Throws: ``ScriptError`` for the first line that is wrong.
  public init(parsing text: String) throws(ScriptError) {
    var lines: [Line] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if let line = try Self.line(line, number: index + 1) { lines.append(line) }
    }
    self.lines = lines
  }

  /// Reads a line; `nil` if it holds nothing but blanks and a comment.
  static func line(_ text: some StringProtocol, number: Int) throws(ScriptError) -> Line? {
    let content = text.prefix { $0 != "#" }.split { $0.isWhitespace }.joined(separator: " ")
    guard !content.isEmpty else { return nil }
    do throws(Intent.Failure) {
      return Line(number: number, text: content, intent: try Intent(content))
    } catch {
      throw ScriptError(line: number, reason: error.description)
    }
  }
}

/// A user's intent in a program, as a line of a ``Script``.
///
/// An enum with a case for each kind of intent, in the words of the program's domain, not of its keys. A script then
/// describes the user's goals, and survives changes of the keyboard.
public protocol ScriptIntent: Equatable, Sendable {
  /// The error of a line; its description has the correction.
  associatedtype Failure: Error & CustomStringConvertible

  /// Reads an intent.
  ///
  /// - Parameter text: A line without its comment, with single blanks between its words.
  init(_ text: String) throws(Failure)

  /// Whether the script ends here, whatever follows.
  var endsScript: Bool { get }

  /// Whether it may end what is in flight: the line before it is then shown without waiting for its effects.
  var endsEffects: Bool { get }
}

extension ScriptIntent {
  /// `false`.
  public var endsScript: Bool { false }

  /// `false`.
  public var endsEffects: Bool { false }
}

/// The reason and the line at which a script stopped.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line's number, counted from 1.
  public let line: Int
  /// The error and its correction.
  public let reason: String

  /// Makes an error.
  ///
  /// - Parameter reason: What is wrong with it, and what would be right.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The error in a line: `line 3: unknown intent …`.
  public var description: String { "line \(line): \(reason)" }
}

extension Script {
  /// Plays the script through the same stores and screens that the keyboard uses. Runs on their actor.
  ///
  /// After each line, once its effects have ended, the screen is printed under `> LINE`. Effects that the next line
  /// may end are not waited for before it: the screen is then that of the running effect.
  ///
  /// - Parameters:
  ///   - size: The size of the screens that are printed.
  ///   - perform: Does what a line wants, and returns the effects that it started; throws if it asks for what isn't
  ///     there.
  ///   - screen: Makes the screen as it is now.
  ///   - output: Gets the text, line by line.
  /// - Throws: The first error of `perform`. What came before it has been played.
  public nonisolated(nonsending) func play(
    size: TerminalSize,
    perform: (Line) throws(ScriptError) -> [StoreTask],
    screen: (TerminalSize) -> Screen,
    output: (String) -> Void
  ) async throws(ScriptError) {
    var tasks: [StoreTask] = []
    for (index, line) in lines.enumerated() {
      tasks += try perform(line)
      let next = lines.dropFirst(index + 1).first
      if next?.intent.endsEffects != true {
        for task in tasks { await task.finish() }
        tasks = []
      }
      output("> \(line.text)")
      output(screen(size).plainText(size: size))
      if line.intent.endsScript { break }
    }
    for task in tasks { await task.finish() }
  }
}
