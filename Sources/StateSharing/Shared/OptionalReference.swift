@_spi(Internals) import CounterpointSupport

/// The unwrapped value of an optional reference. While the optional is nil, it shows the last value, and changes are
/// discarded.
final class OptionalReference<Value>: MutableReference<Value>, @unchecked Sendable {
  private let base: MutableReference<Value?>
  private let last: Locked<Transfer<Value>>
  private let subscription: SharedSubscription?

  /// Fails if the value is nil.
  ///
  /// - Parameters:
  ///   - base: The optional value.
  ///   - following: Whether the last value is recorded at each change of the whole value, which costs as much as a
  ///     subscription. Otherwise it is recorded at each use of this reference, which suffices for elements, of which
  ///     there may be thousands.
  init?(_ base: MutableReference<Value?>, following: Bool = true) {
    guard let value = base.value(SharedTracking.view) else { return nil }
    self.base = base
    let last = Locked(Transfer(value: value))
    self.last = last
    subscription = following ? base.subscribe { remember($0.value, in: last) } : nil
    super.init(observation: base.observation)
  }

  override var root: any Root { base.root }
  override var description: String { "\(base.description)!" }
  override func recordedName(_ known: (AnyObject) -> String?) -> String? {
    base.recordedName(known).map { "\($0)!" }
  }

  override func value(_ view: SharedView) -> Value {
    guard let value = base.value(view) else { return last.withLock { $0.value } }
    if case .live = view { remember(value, in: last) }
    return value
  }

  override func isSame(as other: Reference<Value>) -> Bool {
    (other as? OptionalReference)?.base.isSame(as: base) ?? false
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    base.subscribe { value in
      if let value = value.value { receive(Transfer(value: value)) }
    }
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let view: SharedView = assertion.map { .expected($0) } ?? .live
    guard base.value(view) != nil else { return try changeLast(operation) }
    return try base.withLock(assertion, mode, at: location) { optional throws(Failure) in
      guard var value = optional.take() else { return try changeLast(operation) }
      // The value is moved out of the optional meanwhile, so that the change is in place.
      var isChanged = false
      defer {
        optional = .some(value)
        if assertion == nil, isChanged { remember(value, in: last) }
      }
      let result = try operation(&value)
      isChanged = true
      return result
    }
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    try await base.transactWithKey(request, isolation: isolation) { optional in
      guard var value = optional else { return try changeLast(operation) }
      let result = try operation(&value)
      optional = value
      return result
    }
  }

  private func changeLast<Result, Failure: Error>(
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var value = last.withLock { $0.value }
    let result = try operation(&value)
    remember(value, in: last)
    return result
  }
}

private func remember<Value>(_ value: Value?, in last: Locked<Transfer<Value>>) {
  guard let value else { return }
  // The old value is released outside the lock.
  _ = last.withLock { last in
    defer { last = Transfer(value: value) }
    return last
  }
}

/// The unwrapped value of a read-only optional reference.
final class OptionalReader<Value>: Reference<Value>, @unchecked Sendable {
  private let base: Reference<Value?>
  private let last: Locked<Transfer<Value>>
  private let subscription: SharedSubscription?

  /// Fails if the value is nil. For `following` see ``OptionalReference``.
  init?(_ base: Reference<Value?>, following: Bool = true) {
    guard let value = base.value(.live) else { return nil }
    self.base = base
    let last = Locked(Transfer(value: value))
    self.last = last
    subscription = following ? base.subscribe { remember($0.value, in: last) } : nil
    super.init(observation: base.observation)
  }

  override var root: any Root { base.root }
  override var description: String { "\(base.description)!" }
  override func recordedName(_ known: (AnyObject) -> String?) -> String? {
    base.recordedName(known).map { "\($0)!" }
  }

  override func value(_ view: SharedView) -> Value {
    guard let value = base.value(view) else { return last.withLock { $0.value } }
    if case .live = view { remember(value, in: last) }
    return value
  }

  override func isSame(as other: Reference<Value>) -> Bool {
    (other as? OptionalReader)?.base.isSame(as: base) ?? false
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    base.subscribe { value in
      if let value = value.value { receive(Transfer(value: value)) }
    }
  }
}
