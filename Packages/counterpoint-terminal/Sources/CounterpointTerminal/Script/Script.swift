public import CounterpointCore

/// A list of intents to play without a terminal. Each line has one intent. `#` begins a comment. Empty lines are
/// ignored.
public struct Script<Intent: ScriptIntent>: Equatable, Sendable {
  /// A line with an intent.
  public struct Line: Equatable, Sendable {
    /// The line's number in the file, counted from 1.
    public let number: Int
    /// The text of the line without its comment, with single blanks between the words.
    public let text: String
    /// The intent of the line.
    public let intent: Intent
  }

  /// The lines with intents, in order.
  public let lines: [Line]

  /// Parses a script.
  ///
  /// The whole script is parsed before the first line is played, so an invalid script has no effect.
  ///
  /// - Parameter text: The script.
  /// - Throws: ``ScriptError`` for the first invalid line.
  public init(parsing text: String) throws(ScriptError) {
    var lines: [Line] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if let line = try Self.line(line, number: index + 1) { lines.append(line) }
    }
    self.lines = lines
  }

  /// Parses a line; `nil` if it has no intent.
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
/// Use an enum with a case for each kind of intent. Name the cases after the program's domain, not after keys, so
/// scripts stay valid when keys change.
public protocol ScriptIntent: Equatable, Sendable {
  /// The error for an invalid line. Its description contains the correction.
  associatedtype Failure: Error & CustomStringConvertible

  /// Parses an intent.
  ///
  /// - Parameter text: A line without its comment, with single blanks between the words.
  init(_ text: String) throws(Failure)

  /// Whether the script ends after this intent.
  var endsScript: Bool { get }

  /// Whether the intent may end effects in flight. The script doesn't wait for the effects of the previous line then.
  var endsEffects: Bool { get }
}

extension ScriptIntent {
  /// `false`.
  public var endsScript: Bool { false }

  /// `false`.
  public var endsEffects: Bool { false }
}

/// The error that ended a script, with its line.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line's number, counted from 1.
  public let line: Int
  /// The error and its correction.
  public let reason: String

  /// Creates an error.
  ///
  /// - Parameter reason: The error and its correction.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }

  /// The error as text, for example `line 3: unknown intent …`.
  public var description: String { "line \(line): \(reason)" }
}

extension Script {
  /// Plays the script through the same stores and screens that the keyboard uses. Runs on their actor.
  ///
  /// After the effects of each line have ended, the screen is printed under `> LINE`. If the next line may end effects,
  /// the script doesn't wait for them, and prints the screen of the running effects.
  ///
  /// - Parameters:
  ///   - size: The size of the screens that are printed.
  ///   - perform: Performs the intent of a line, and returns the started effects. Throws if the intent is not possible
  ///     on the current screen.
  ///   - screen: Creates the current screen.
  ///   - output: Called with each piece of text.
  /// - Throws: The first error of `perform`. The lines before it were played.
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
