import CaseKeyPaths

/// What a `receive` expects.
struct Expectation<Action> {
  /// Whether an action is the one.
  let matches: (Action) -> Bool
  /// The expectation as text: `the action \.ticked`.
  let description: () -> String
  /// How another action differs.
  let difference: (Action) -> String
}

extension Expectation {
  static func action(_ expected: Action) -> Self where Action: Equatable {
    Expectation(
      matches: { $0 == expected },
      description: { "this action:\n\n\(indentedDump(of: expected))" },
      difference: { FailureText.difference(expected: expected, received: $0) }
    )
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
  ///   - location: The `receive`, whose source names the case.
  static func casePath<Value>(_ keyPath: CaseKeyPath<Action, Value>, at location: SourceLocation) -> Self {
    let path = AnyCasePath(keyPath)
    return Expectation(
      matches: { path.extract(from: $0) != nil },
      description: { name(of: path, at: location) },
      difference: { FailureText.received($0, insteadOf: name(of: path, at: location)) }
    )
  }

  /// A path to a case as text.
  private static func name<Value>(of path: AnyCasePath<Action, Value>, at location: SourceLocation) -> String {
    if let path = path as? AnyCasePath<Action, Void> { return "this action:\n\n\(indentedDump(of: path.embed(())))" }
    // A value of the case would know its name, but none is at hand.
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
          : FailureText.difference(expected: path.embed(value), received: received)
      }
    )
  }
}
