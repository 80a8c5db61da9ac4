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
