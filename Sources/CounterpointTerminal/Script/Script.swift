/// A list of intents to play without a terminal: an intent a line; `#` begins a comment; empty lines don't count.
public struct Script<Intent: ScriptIntent>: Equatable, Sendable {
  /// A line of the script that holds an intent.
  public struct Line: Equatable, Sendable {
    /// The line's number in the file, counted from 1.
    public let number: Int
    /// What the line says, without a comment, and with single blanks between its words.
    public let text: String
    /// What it means.
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
      let content = line.prefix { $0 != "#" }.split { $0.isWhitespace }.joined(separator: " ")
      guard !content.isEmpty else { continue }
      do throws(Intent.Failure) {
        lines.append(Line(number: index + 1, text: content, intent: try Intent(content)))
      } catch {
        throw ScriptError(line: index + 1, reason: error.description)
      }
    }
    self.lines = lines
  }
}
