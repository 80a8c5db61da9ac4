import IssueReporting

/// A reference to a value that another module holds.
@safe final class CustomReference<Value: Sendable>: MutableReference<Value>, Root, @unchecked Sendable {
  // @unchecked, and without the checks of exclusive access, because `committed`, `changes` and `outerLocation` are touched only with `gate`
  // held.
  private let custom: any CustomSharedReference<Value>
  private let mutable: (any CustomMutableSharedReference<Value>)?
  private let outbox = Outbox<Value>()
  /// Held while the value is changed by a wrapper.
  private let gate = ExclusiveLock()
  /// The value before the change that is being made.
  private let committed = Slot<Value>()
  @safe @exclusivity(unchecked) private var changes: UInt64 = 0
  @safe @exclusivity(unchecked) private var outerLocation: SourceLocation?

  init(_ custom: any CustomSharedReference<Value>, _ mutable: (any CustomMutableSharedReference<Value>)?) {
    self.custom = custom
    self.mutable = mutable
    super.init(signals: Signals())
  }

  #if DEBUG
  deinit {
    LockOrder.shared.forget(ObjectIdentifier(self))
  }
  #endif

  override var root: any Root { self }
  override var description: String { custom.description }
  var name: String { "'\(wrapperDescription)'" }

  override func value(_ view: SharedView) -> Value {
    switch view {
    case .live: current
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current
    }
  }

  private var current: Value { gate.isHeldByThisThread ? committed.value : custom.value }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    let isInside = gate.isHeldByThisThread
    let follower = gate.whileHeld {
      let follower = Outbox<Value>.Follower(start: changes, receive: receive)
      outbox.add(follower)
      outbox.append(.follow(follower, Transfer(value: isInside ? committed.value : custom.value)))
      return follower
    }
    if !isInside { deliver() }
    return SharedSubscription { [self] in outbox.remove(follower) }
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mutable else { preconditionFailure("\(name) is shown by a reader only, and can't be changed.") }
    if let assertion {
      var expected = value(.expected(assertion))
      defer { assertion.expect(expected, of: self, root: self, at: location) }
      return try operation(&expected)
    }
    if gate.isHeldByThisThread {
      reportChangeInside(name, at: location, outer: outerLocation)
      var copy = committed.value
      return try operation(&copy)
    }
    return try change(mutable, at: location, operation)
  }

  private func change<Result, Failure: Error>(
    _ mutable: any CustomMutableSharedReference<Value>,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isTracked = SharedTracking.isUsed && SharedTracking.isTracking(self, at: location)
    let before = begin(at: location)
    if isTracked {
      for tracker in SharedTracking.trackers {
        tracker.record(self, before: before, type: Value.self, root: self, at: location)
      }
    }
    let result: Result
    do throws(Failure) {
      result = try mutable.change { value throws(Failure) in
        // On a copy, so that the value is what it was if the closure fails.
        var copy = value
        let result = try operation(&copy)
        value = copy
        return result
      }
    } catch {
      end()
      throw error
    }
    note()
    end()
    deliver()
    // Afterwards, because observers must not be told of a change that failed.
    signals.change(.value)
    return result
  }

  /// Begins a change, and gives what is there before it.
  private func begin(at location: SourceLocation) -> Value {
    #if DEBUG
    LockOrder.shared.begin(self, at: location)
    #endif
    gate.lock()
    outerLocation = location
    let before = custom.value
    committed.fill(before)
    return before
  }

  private func end() {
    let before = committed.take()
    #if DEBUG
    LockOrder.shared.end()
    #endif
    gate.unlock()
    withExtendedLifetime(before) {}
  }

  /// Notes a change for those who follow, with the gate held.
  private func note() {
    changes += 1
    if outbox.isFollowed { outbox.append(.change(number: changes, Transfer(value: custom.value), save: false)) }
  }

  /// Tells of a change that was made elsewhere. One that is being made here is told of when it ends.
  func touch() {
    if gate.isHeldByThisThread { return }
    gate.whileHeld { note() }
    deliver()
    signals.change(.value)
  }

  private func deliver() {
    guard outbox.hasEntries else { return }
    outbox.deliver(whenLooping: { reportLoop(name, at: nil) }) { entry in
      switch entry {
      case .change(let number, let value, _): outbox.tellFollowers(value, number: number)
      case .follow(let follower, let value): follower.tell(value)
      case .save: break
      }
    }
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    nil
  }
}

extension CustomReference {
  var isLoading: Bool {
    signals.access(.isLoading)
    return custom.isLoading
  }

  var loadError: (any Error)? {
    signals.access(.loadError)
    return custom.loadError
  }

  var saveError: (any Error)? {
    signals.access(.saveError)
    return mutable?.saveError
  }

  func load() async throws { try await custom.load() }

  func save() async throws { try await mutable?.save() }
}
