import DependencyInjection
import IssueReporting
import CounterpointSupport

/// A reference that holds a value, with or without a key.
///
/// The value has memory of its own, which is accessed only under `lock`. A closure of `withLock` changes it in place.
/// No other user code runs under a lock: observers, keys and followers are called before or after.
///
/// Reads and changes are unspecialized generic code. There, looking up a composed type, such as an optional, takes
/// longer than all the rest and happens at the beginning of a function. Code that needs such a type is therefore in a
/// function of its own that is not inlined.
@safe final class RootReference<Value>: MutableReference<Value>, Root, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `storage`, `committed` and `state` are accessed only
  // under `lock`; @safe because the memory lives as long as the root.
  let lock = ExclusiveLock()
  let storage: UnsafeMutablePointer<Value>

  /// A copy of the value before the current change, if the change needs one.
  let committed = OptionalCell<Value>()
  @safe @exclusivity(unchecked) var state = RootState()

  let deliveryQueue = DeliveryQueue<Value>()
  let status = Locked(SharedStatus())

  /// The key, if the value has one.
  let connection: KeyConnection<Value>?
  /// The storage of an in-memory key, which changes write directly.
  let inMemoryBinding: InMemoryBinding<Value>?
  /// Whether the key can save.
  let isSaved: Bool
  /// The value that a deletion restores, if the value has a key.
  let initialValue: Transfer<Value>?
  /// Serializes transactions, which last longer than `lock` may be held; `nil` if the key has none.
  let transactionLock: ExclusiveLock?
  /// Synchronizes the value with its storage, if that is remote. Set only by the initializer.
  @safe @exclusivity(unchecked) private(set) var remote: RemoteSynchronizer<Value>?
  /// The declaration of the first wrapper, for issues; `nil` without a key.
  let declaration: SourceLocation?
  /// The reason why the value can be neither loaded nor saved although it has a key.
  let refusal: (any Error)?
  private let cache: ReferenceCache?

  init(
    _ value: Value,
    connection: KeyConnection<Value>? = nil,
    declaredAt location: SourceLocation? = nil,
    cache: ReferenceCache? = nil,
    refusal: (any Error)? = nil
  ) {
    unsafe storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe storage.initialize(to: value)
    self.connection = connection
    self.inMemoryBinding = connection?.inMemoryBinding
    self.isSaved = connection?.save != nil
    self.initialValue = connection == nil ? nil : Transfer(value: value)
    self.transactionLock = connection?.begin == nil ? nil : ExclusiveLock()
    self.declaration = location
    self.cache = cache
    self.refusal = refusal
    super.init(observation: SharedObservation())
    if let connection = connection?.remote { remote = RemoteSynchronizer(connection, cell: self) }
    if let refusal {
      status.withLock { status in
        status.loadError = refusal
        status.saveError = refusal
      }
    }
  }

  deinit {
    #if DEBUG
    LockOrder.shared.forget(ObjectIdentifier(self))
    #endif
    if let cache, let connection { cache.remove(connection.id, ObjectIdentifier(self)) }
    if let remote { remote.connection.pendingWrites.forget(ObjectIdentifier(self), unreported: remote.unreportedLoss) }
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  override var root: any Root { self }

  override var description: String { connection?.description ?? "value: \(String(reflecting: value(.live)))" }

  var name: String { "'\(wrapperText(of: Value.self, connection?.description ?? "value"))'" }

  override func value(_ view: SharedView) -> Value {
    ThreadChanges.checkRead(of: self)
    if case .live = view { return current() } else { return recorded(view) }
  }

  @inline(never)
  private func recorded(_ view: SharedView) -> Value {
    switch view {
    case .live: current()
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current()
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current()
    }
  }

  private func current() -> Value {
    lock.lock()
    defer { lock.unlock() }
    return unsafe storage.pointee
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    ThreadChanges.checkChange(of: self, at: location)
    if let assertion { return try change(in: assertion, at: location, operation) }
    return try transactionLock == nil ? mutate(at: location, operation) : transact(at: location, operation)
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    if let remote { return try await remote.transact(request, isolation: isolation, operation) }
    guard transactionLock != nil else { return nil }
    let outcome = try runTransaction(
      attempts: request.attempts,
      timeout: request.timeout,
      at: request.location,
      operation
    )
    if let error = outcome.error { throw error }
    return outcome.result
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    ThreadChanges.checkRead(of: self)
    let (follower, position) = lock.whileHeld {
      let follower = DeliveryQueue<Value>.Follower(start: state.changes, receive: receive)
      let position = deliveryQueue.add(follower)
      deliveryQueue.append(.follow(follower, Transfer(value: unsafe storage.pointee)))
      return (follower, position)
    }
    ThreadChanges.afterOutermost { [self] in deliver() }
    return SharedSubscription { [self] in deliveryQueue.remove(follower, at: position) }
  }

  /// Records a change for the key and the followers. Must be called under the lock.
  func noteChange(save: Bool) {
    state.changes += 1
    if save || deliveryQueue.isFollowed { appendChange(save: save) }
  }

  @inline(never)
  private func appendChange(save: Bool) {
    if save {
      if let remote {
        remote.appendChange()
      } else {
        state.lastSavedChange = state.changes
        status.withLock { $0.pendingSaves[state.changes] = basis }
      }
    }
    deliveryQueue.append(.change(number: state.changes, Transfer(value: unsafe storage.pointee), save: save))
  }

  /// The stored state that the value builds on. Must be read under the lock.
  var basis: SaveBasis { SaveBasis(revision: state.revision, version: state.version) }

  /// Delivers pending entries to the key and the followers. Must be called without a lock.
  func deliver() {
    if deliveryQueue.hasEntries { deliverEntries() }
  }

  @inline(never)
  private func deliverEntries() {
    deliveryQueue.deliver(whenLooping: { reportLoop(name, at: declaration) }) { entry in
      switch entry {
      case .change(let number, let value, let save):
        if save {
          if let remote { remote.start() } else { saveAfterChange(value.value, number: number) }
        }
        deliveryQueue.notifyFollowers(value, number: number)
      case .follow(let follower, let value):
        follower.tell(value)
      case .save(let number):
        saveOnRequest(number)
      }
    }
  }
}

extension RootReference: RemoteWriter {
  /// The connection to remote storage is restored.
  func becomeConnected() {
    // The synchronizer does not retain this object.
    withExtendedLifetime(self) { remote?.wake() }
  }

  func drain() async throws {
    try await remote?.drain()
  }
}

/// Reports an endless loop of changes made by followers.
func reportLoop(_ name: String, at location: SourceLocation?) {
  reportIssue(
    """
    \(name) was changed \(DeliveryQueue<Int>.loop) times by observers of its own changes.

    An observer that changes the value it observes must come to an end. Change it only if it differs from the wanted value.
    """,
    at: location
  )
}
