import CounterpointSupport
import IssueReporting

/// A reference to a value that another module holds.
@safe final class CustomReference<Value: Sendable>: MutableReference<Value>, Root, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `changes` is accessed only under `transactionLock`.
  private let custom: any CustomSharedReference<Value>
  private let mutable: (any CustomMutableSharedReference<Value>)?
  private let deliveryQueue = DeliveryQueue<Value>()
  /// Held while the value is changed by a wrapper.
  private let transactionLock = ExclusiveLock()
  @safe @exclusivity(unchecked) private var changes: UInt64 = 0

  init(_ custom: any CustomSharedReference<Value>, _ mutable: (any CustomMutableSharedReference<Value>)?) {
    self.custom = custom
    self.mutable = mutable
    super.init(observation: SharedObservation())
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
    ThreadChanges.checkRead(of: self)
    return switch view {
    case .live: custom.value
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? custom.value
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? custom.value
    }
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    ThreadChanges.checkRead(of: self)
    let (follower, position) = transactionLock.whileHeld {
      let follower = DeliveryQueue<Value>.Follower(start: changes, receive: receive)
      let position = deliveryQueue.add(follower)
      deliveryQueue.append(.follow(follower, Transfer(value: custom.value)))
      return (follower, position)
    }
    ThreadChanges.afterOutermost { [self] in deliver() }
    return SharedSubscription { [self] in deliveryQueue.remove(follower, at: position) }
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let mutable else { preconditionFailure("\(name) is shown by a reader only, and can't be changed.") }
    ThreadChanges.checkChange(of: self, at: location)
    if let assertion {
      var expected = value(.expected(assertion))
      defer { assertion.expect(expected, of: self, root: self, at: location) }
      return try ThreadChanges.onCopy(of: self, at: location) { () throws(Failure) in try operation(&expected) }
    }
    return try change(mutable, at: location, operation)
  }

  private func change<Result, Failure: Error>(
    _ mutable: any CustomMutableSharedReference<Value>,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isTracked = SharedTracking.isUsed && SharedTracking.isTracking(self, at: location)
    #if DEBUG
    LockOrder.shared.noteInner(self, at: location)
    #endif
    transactionLock.lock()
    if isTracked {
      let before = custom.value
      for tracker in SharedTracking.trackers {
        tracker.record(self, before: before, type: Value.self, root: self, at: location)
      }
    }
    let result: Result
    do throws(Failure) {
      result = try run(mutable, at: location, operation)
    } catch {
      transactionLock.unlock()
      ThreadChanges.notifyAfterOutermost()
      throw error
    }
    note()
    transactionLock.unlock()
    ThreadChanges.notifyAfterOutermost()
    // Afterwards, because observers must not be notified of a change that failed.
    notify()
    return result
  }

  /// Makes a change under the transaction lock. The owning module may read the value meanwhile; the closure may not.
  private func run<Result, Failure: Error>(
    _ mutable: any CustomMutableSharedReference<Value>,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try ThreadChanges.during(.transaction, of: self, at: location) { () throws(Failure) in
      try mutable.change { value throws(Failure) in
        // On a copy, so that the value is unchanged if the closure throws.
        var copy = value
        let result = try ThreadChanges.onCopy(of: self, at: location) { () throws(Failure) in try operation(&copy) }
        value = copy
        return result
      }
    }
  }

  private func notify() {
    ThreadChanges.afterOutermost { [self] in
      deliver()
      observation.change(.value)
    }
  }

  /// Records a change for the followers, under the transaction lock.
  private func note() {
    changes += 1
    guard deliveryQueue.isFollowed else { return }
    deliveryQueue.append(.change(number: changes, Transfer(value: custom.value), save: false))
  }

  /// Notifies of a change made by the owning module. A change that a wrapper makes is notified when it ends.
  func touch() {
    if transactionLock.isHeldByThisThread { return }
    transactionLock.whileHeld { note() }
    notify()
  }

  private func deliver() {
    guard deliveryQueue.hasEntries else { return }
    deliveryQueue.deliver(whenLooping: { reportLoop(name, at: nil) }) { entry in
      switch entry {
      case .change(let number, let value, _): deliveryQueue.notifyFollowers(value, number: number)
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
    observation.access(.isLoading)
    return custom.isLoading
  }

  var loadError: (any Error)? {
    observation.access(.loadError)
    return custom.loadError
  }

  var saveError: (any Error)? {
    observation.access(.saveError)
    return mutable?.saveError
  }

  func load() async throws { try await custom.load() }

  func save() async throws { try await mutable?.save() }
}
