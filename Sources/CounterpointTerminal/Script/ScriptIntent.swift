/// What a person wants to do in a program, as a line of a ``Script`` says it.
///
/// An enum with a case for each kind of wish, in the words of the program's domain, not of its keys: a script then tells what a
/// user is after, and outlives every change of the keyboard.
public protocol ScriptIntent: Equatable, Sendable {
  /// What is wrong with a line: its description says that, and what would be right.
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
