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
