@_spi(Internals) import CounterpointSupport

/// A running assertion about a step.
///
/// It reads the values before or after the step. It writes the expected values, and never touches live ones.
final class SharedAssertion: Sendable {
  private let step: SharedChanges
  private let later: LaterSteps
  /// The running step, if it is another one.
  private let current: SharedChanges?
  /// Whether read-only wrappers are compared as well. A test can't state their expected values.
  let comparesReaders: Bool

  init(step: SharedChanges, later: LaterSteps, current: SharedChanges?, comparesReaders: Bool) {
    self.step = step
    self.later = later
    self.current = current
    self.comparesReaders = comparesReaders
  }

  func expected<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    step.before(ObjectIdentifier(owner)).map { typed($0) } ?? valueAfterwards(of: owner, as: type)
  }

  func actual<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    step.entry(ObjectIdentifier(owner))?.after.map { typed($0) } ?? valueAfterwards(of: owner, as: type)
  }

  private func valueAfterwards<Value>(of owner: AnyObject, as type: Value.Type) -> Value? {
    beforeLaterChange(of: ObjectIdentifier(owner)).map { typed($0) }
  }

  /// Returns the value before the first change after this step; `nil` if there is none.
  private func beforeLaterChange(of owner: ObjectIdentifier) -> Any? {
    (later.first(changing: owner) ?? current)?.before(owner)
  }

  /// Returns whether a change of an owner is recorded. For a wrapper's storage, the change is a new reference.
  func hasChange(of owner: AnyObject) -> Bool {
    let owner = ObjectIdentifier(owner)
    return step.before(owner) != nil || beforeLaterChange(of: owner) != nil
  }

  /// Sets the expected value of an owner.
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

  private func typed<Value>(_ value: Any) -> Value {
    guard let value = value as? Value else { preconditionFailure("The recorded value is not of type \(Value.self).") }
    return value
  }
}

/// The scope of assertions: code that runs with these dependencies belongs to the current assertion.
final class SharedAssertionScope: Sendable {
  private let current = Locked<SharedAssertion?>(nil)

  /// The assertion that runs now.
  var assertion: SharedAssertion? { current.withLock { $0 } }

  /// Sets the current assertion while a function runs, and restores the previous one valueAfterwards.
  func run<Result>(_ assertion: SharedAssertion, _ body: () throws -> Result) rethrows -> Result {
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
  /// The value at an earlier moment.
  case past(SharedPast)
}
