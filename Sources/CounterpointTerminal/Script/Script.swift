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
