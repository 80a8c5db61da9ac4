import CounterpointSupport

/// A running assertion about a step.
///
/// It reads the values before or after the step. It writes the expected values, and never touches live ones.
final class SharedAssertion: Sendable {
  private let step: SharedChanges
  /// The steps after it, the oldest first. What was before one of them is what was after this step, for all values that
  /// those between left alone.
  private let later: [SharedChanges]

  init(step: SharedChanges, later: [SharedChanges]) {
    self.step = step
    self.later = later
  }

  func expected<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    step.before(ObjectIdentifier(owner)).map { own($0) } ?? afterwards(of: owner, as: type)
  }

  func actual<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    step.entry(ObjectIdentifier(owner))?.after.map { own($0) } ?? afterwards(of: owner, as: type)
  }

  private func afterwards<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    let owner = ObjectIdentifier(owner)
    for step in later {
      if let before = step.before(owner) { return own(before) }
    }
    return nil
  }

  /// Returns whether a change of an owner is recorded. For a wrapper's storage, the change is a new reference.
  func knows(_ owner: AnyObject) -> Bool {
    let owner = ObjectIdentifier(owner)
    return step.before(owner) != nil || later.contains { $0.before(owner) != nil }
  }

  /// Sets what is expected.
  func set<Value>(
    _ value: Value,
    owner: AnyObject,
    root: any AnyObject & Sendable,
    at location: SourceLocation,
    name: @escaping @Sendable () -> String,
    live: @escaping @Sendable () -> Value
  ) {
    step.entries.withLock { entries in
      let id = ObjectIdentifier(owner)
      if entries[id] != nil {
        entries[id]?.before = value
      } else {
        entries[id] = SharedChanges.Entry(
          owner: owner,
          root: root,
          location: location,
          before: value,
          after: nil,
          live: { Transfer(value: live()) },
          name: name
        )
      }
    }
  }

  /// Records that the expected value of a root was compared with the actual one.
  func noteComparison(of owner: AnyObject) {
    step.entries.withLock { $0[ObjectIdentifier(owner)]?.isCompared = true }
  }

  private func own<Value>(_ value: Any) -> Value {
    guard let value = value as? Value else { preconditionFailure("A record of a \(Value.self) holds something else.") }
    return value
  }
}

/// Holds the current assertion for the code that is part of it.
final class SharedAssertionPlace: Sendable {
  private let current = Locked<SharedAssertion?>(nil)

  /// The assertion that runs now.
  var assertion: SharedAssertion? { current.withLock { $0 } }

  /// Sets the current assertion while a function runs, and restores the previous one afterwards.
  func within<Result>(_ assertion: SharedAssertion, _ body: () throws -> Result) rethrows -> Result {
    let outer = exchange(assertion)
    defer { _ = exchange(outer) }
    return try body()
  }

  private func exchange(_ assertion: SharedAssertion?) -> SharedAssertion? {
    current.withLock { current in
      defer { current = assertion }
      return current
    }
  }
}

/// The view of a value that a read asks for.
enum SharedView {
  /// The current value.
  case live
  /// The value that an assertion expects: the value before the step, with the assertion's changes.
  case expected(SharedAssertion)
  /// The value right after the step that the assertion is about.
  case actual(SharedAssertion)
}
