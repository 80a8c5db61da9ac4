/// A list of intents to play without a terminal.
public struct Script: Equatable, Sendable {
  /// A line of the script that holds an intent.
  public struct Line: Equatable, Sendable {
    /// The line's number in the file, counted from 1.
    public let number: Int
    /// What the line says, without a comment.
    public let text: String
    /// What it means.
    public let intent: Intent
  }

  /// The lines that hold intents, in order.
  public let lines: [Line]

  /// Reads a script: an intent a line; `#` begins a comment; empty lines don't count.
  ///
  /// The whole script is read before anything of it is played, so a mistake on the last line costs nothing.
  ///
  /// - Throws: ``ScriptError`` for the first line that is wrong.
  public init(parsing text: String) throws(ScriptError) {
    var lines: [Line] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.prefix { $0 != "#" }.split { $0.isWhitespace }.joined(separator: " ")
      guard !content.isEmpty else { continue }
      do throws(IntentError) {
        lines.append(Line(number: index + 1, text: content, intent: try Intent(content)))
      } catch {
        throw ScriptError(line: index + 1, reason: error.description)
      }
    }
    self.lines = lines
  }
}

/// Why a script stopped, and where.
public struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line's number, counted from 1.
  public let line: Int
  /// What is wrong with it, and what would be right.
  public let reason: String

  /// The error in a line: `line 3: unknown intent …`.
  public var description: String { "line \(line): \(reason)" }
}
