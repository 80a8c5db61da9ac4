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
      difference: { FailureText.received($0) }
    )
  }

  static func casePath<Value>(_ keyPath: CaseKeyPath<Action, Value>) -> Self {
    let path = AnyCasePath(keyPath)
    return Expectation(
      matches: { path.extract(from: $0) != nil },
      description: { "an action of the given case path, with a payload of type '\(Value.self)'" },
      difference: { FailureText.received($0) }
    )
  }

  static func casePath<Value: Equatable>(_ keyPath: CaseKeyPath<Action, Value>, _ value: Value) -> Self {
    let path = AnyCasePath(keyPath)
    return Expectation(
      matches: { path.extract(from: $0) == value },
      description: { "this action of the given case path:\n\n\(indentedDump(of: path.embed(value)))" },
      difference: { received in
        path.extract(from: received) == nil
          ? FailureText.received(received)
          : FailureText.difference(expected: path.embed(value), received: received)
      }
    )
  }
}
