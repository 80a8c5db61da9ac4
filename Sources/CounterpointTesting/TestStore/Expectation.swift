import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// The expectation of a `receive`.
struct Expectation<Action> {
  /// Returns whether an action matches.
  let matches: (Action) -> Bool
  /// Returns the expectation as text, for example `the action \.ticked`.
  let description: () -> String
  /// Returns the difference between the expectation and another action as text.
  let difference: (Action) -> String
}

extension Expectation {
  static func action(_ expected: Action) -> Self where Action: Equatable {
    Expectation(
      matches: { $0 == expected },
      description: { "this action:\n\n\(indentedDump(of: expected))" },
      difference: { difference(expected: expected, received: $0) }
    )
  }

  private static func difference(expected: Action, received: Action) -> String {
    StateDiff.text(expected: expected, actual: received, legend: "(Expected: −, Received: +)")
  }

  static func predicate(_ isMatching: @escaping (Action) -> Bool) -> Self {
    Expectation(
      matches: isMatching,
      description: { "an action for which the predicate is true" },
      difference: { FailureText.received($0, insteadOf: "an action for which the predicate is true") }
    )
  }

  /// - Parameters:
  ///   - keyPath: The case.
  ///   - location: The source location of the `receive`, whose source contains the name of the case.
  static func casePath<Value>(_ keyPath: CaseKeyPath<Action, Value>, at location: SourceLocation) -> Self {
    let path = AnyCasePath(keyPath)
    return Expectation(
      matches: { path.extract(from: $0) != nil },
      description: { name(of: path, at: location) },
      difference: { FailureText.received($0, insteadOf: name(of: path, at: location)) }
    )
  }

  /// Returns the name of the case for messages.
  private static func name<Value>(of path: AnyCasePath<Action, Value>, at location: SourceLocation) -> String {
    if let path = path as? AnyCasePath<Action, Void> { return "this action:\n\n\(indentedDump(of: path.embed(())))" }
    // A value of the case would provide its name, but none is available.
    let argument = CallSource(of: "receive", at: location)?.arguments.first?.text ?? ""
    let name = argument.hasPrefix("\\") ? "the case '\(argument)'" : "the case path that is given"
    return "an action of \(name), with a payload of type '\(unqualifiedName(of: Value.self))'"
  }

  static func casePath<Value: Equatable>(_ keyPath: CaseKeyPath<Action, Value>, _ value: Value) -> Self {
    let path = AnyCasePath(keyPath)
    return Expectation(
      matches: { path.extract(from: $0) == value },
      description: { "this action:\n\n\(indentedDump(of: path.embed(value)))" },
      difference: { received in
        path.extract(from: received) == nil
          ? FailureText.received(received, insteadOf: "this action:\n\n\(indentedDump(of: path.embed(value)))")
          : difference(expected: path.embed(value), received: received)
      }
    )
  }
}
