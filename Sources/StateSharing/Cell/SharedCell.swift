@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Synchronization

/// A reference that holds a value: the value itself, its lock, its observers and its errors.
///
/// The value has memory of its own, which is accessed only under `lock`. A closure of `withLock` changes it there, and
/// reads inside of the closure return the copy in `committed`. No other user code runs under a lock: observers, keys
/// and followers are called before or after. `LockOrder.swift` documents the order of all locks.
///
/// If the value has a key, a ``Persister`` loads and saves it, and a ``RemoteSynchronizer`` if the storage is remote.
///
/// Reads and changes are unspecialized generic code. There, looking up a composed type, such as an optional, takes
/// longer than all the rest and happens at the beginning of a function. Code that needs such a type is therefore in a
/// function of its own that is not inlined.
@safe final class SharedCell<Value>: MutableReference<Value>, Root, RemoteWriter, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `storage`, `committed` and `state` are accessed only
  // under `lock`, and the other variables are set only by the initializer; @safe because the memory lives as long as
  // the cell.
  let lock = ExclusiveLock()
  let storage: UnsafeMutablePointer<Value>

  /// A copy of the value before the current change. Filled only during a change, under the lock.
  let committed = OptionalCell<Value>()
  @safe @exclusivity(unchecked) var state = CellState()

  let deliveryQueue = DeliveryQueue<Value>()
  /// The number of the last change that was passed to the key.
  let passed = Atomic<UInt64>(0)
  let status = Locked(CellStatus())

  /// The key, if the value has one.
  let connection: KeyConnection<Value>?
  /// The storage of an in-memory key, which changes write directly.
  let inMemoryBinding: InMemoryBinding<Value>?
  /// Whether the key can save.
  let isSaved: Bool
  /// Whether the key's storage is remote. The value before a change is then always kept.
  let isRemote: Bool
  /// The value that a deletion restores, if the value has a key.
  let initialValue: Transfer<Value>?
  /// The declaration of the first wrapper, for issues; `nil` without a key.
  let declaration: SourceLocation?

  /// Loads and saves the value, if it has a key.
  @safe @exclusivity(unchecked) private(set) var persister: Persister<Value>?
  /// Synchronizes the value with its storage, if that is remote.
  @safe @exclusivity(unchecked) private(set) var remote: RemoteSynchronizer<Value>?
  /// Whether the key has local transactions.
  private let isTransactional: Bool
  /// The reason why the value can be neither loaded nor saved although it has a key.
  let refusal: (any Error)?
  private let cache: ReferenceCache?
  /// Whether only read-only wrappers show the value.
  private let isConstant: Bool

  init(
    _ value: Value,
    connection: KeyConnection<Value>? = nil,
    declaredAt location: SourceLocation? = nil,
    cache: ReferenceCache? = nil,
    refusal: (any Error)? = nil,
    isConstant: Bool = false
  ) {
    unsafe storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe storage.initialize(to: value)
    self.connection = connection
    inMemoryBinding = connection?.inMemoryBinding
    isSaved = connection?.save != nil
    isRemote = connection?.remote != nil
    isTransactional = connection?.begin != nil
    initialValue = connection == nil ? nil : Transfer(value: value)
    declaration = location
    self.cache = cache
    self.refusal = refusal
    self.isConstant = isConstant
    super.init(observation: SharedObservation())
    if let connection { connect(connection) }
    if let refusal {
      status.withLock { status in
        status.loadError = refusal
        status.saveError = refusal
      }
    }
  }

  @inline(never)
  private func connect(_ connection: KeyConnection<Value>) {
    remote = connection.remote.map { RemoteSynchronizer($0, cell: self) }
    persister = Persister(connection, cell: self, remote: remote)
  }

  deinit {
    if let cache, let connection { cache.remove(connection.id, ObjectIdentifier(self)) }
    if let remote { remote.connection.pendingWrites.forget(ObjectIdentifier(self), unreported: remote.unreportedLoss) }
    // The subscription to the key ends before the value does.
    persister = nil
    #if DEBUG
    LockOrder.shared.forget(ObjectIdentifier(self))
    #endif
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  override var root: any Root { self }

  override var description: String { connection?.description ?? "value: \(String(reflecting: value(.live)))" }

  var name: String { "'\(wrapperText(of: Value.self, connection?.description ?? "value"))'" }

  var source: SharedSource { SharedSource(self, value(.live), key: connection?.description, isConstant: isConstant) }

  override func recordedName(_ known: (AnyObject) -> String?) -> String? {
    known(self) ?? connection?.recordedName
  }

  // MARK: Reads

  override func value(_ view: SharedView) -> Value {
    if ThreadChanges.isEmpty, case .live = view { return valueFromOutside() }
    return value(fromInsideOrOf: view)
  }

  /// Returns the value of a read that is not inside a change of this thread.
  private func valueFromOutside() -> Value {
    lock.lock()
    defer { lock.unlock() }
    return unsafe storage.pointee
  }

  @inline(never)
  private func value(fromInsideOrOf view: SharedView) -> Value {
    ThreadChanges.checkRead(of: self)
    return switch view {
    case .live: current()
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current()
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current()
    case .past(let past): value(in: past)
    }
  }

  private func value(in past: SharedPast) -> Value {
    let current = current()
    guard let kept = past.value(of: self) else { return current }
    guard let kept = kept as? Value else { preconditionFailure("The kept value is not of type \(Value.self).") }
    return kept
  }

  /// Returns the current value, or the value before the change of it that this thread is making.
  private func current() -> Value {
    if let before = ThreadChanges.before(changeOf: self, as: Value.self) { return before.value }
    return lock.whileHeld { valueUnderLock }
  }

  /// The value, without the change that this thread is making. Must be read under the lock.
  private var valueUnderLock: Value {
    if committed.isFilled { committed.value } else { unsafe storage.pointee }
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    ThreadChanges.checkRead(of: self)
    let (follower, position) = lock.whileHeld {
      let follower = DeliveryQueue<Value>.Follower(start: state.changes, receive: receive)
      return (follower, deliveryQueue.add(follower, Transfer(value: valueUnderLock)))
    }
    ThreadChanges.afterOutermost { [self] in deliver() }
    return SharedSubscription { [self] in deliveryQueue.remove(follower, at: position) }
  }

  // MARK: Changes

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    ThreadChanges.checkChange(of: self, at: location)
    if let assertion { return try change(in: assertion, mode, at: location, operation) }
    guard isTransactional, let persister else { return try mutate(mode, at: location, operation) }
    return try persister.transact(mode, at: location, operation)
  }

  override func transactWithKey<Result>(
    _ request: RemoteRequest,
    isolation: isolated (any Actor)?,
    _ operation: (inout Value) throws -> Result
  ) async throws -> Result? {
    if let remote { return try await remote.transact(request, isolation: isolation, operation) }
    guard isTransactional, let persister else { return nil }
    let outcome = try persister.runTransaction(
      attempts: request.attempts,
      timeout: request.timeout,
      at: request.location,
      operation
    )
    if let error = outcome.error { throw error }
    return outcome.result
  }
}

/// The part of a cell's state that does not depend on the type of its value. Accessed only under the cell's lock.
struct CellState {
  /// The number of local changes.
  var mutations: UInt64 = 0
  /// The number of changes that the key reported.
  var arrivals: UInt64 = 0
  /// The number of all changes.
  var changes: UInt64 = 0
  /// The number of the last change that has to be passed to the key.
  var lastSavedChange: UInt64 = 0
  /// The newest version that was applied, if the key has versions.
  var version: SharedVersion?
  /// The number of the stored state that the value builds on, if the key is a ``RevisionedKey``.
  var revision: UInt64 = 0

  /// The stored state that the value builds on.
  var basis: SaveBasis { SaveBasis(revision: revision, version: version) }
}

/// The decision of a cell about a stored value that a transaction has read or written.
enum CellAcceptance {
  /// The cell has a newer value.
  case ignore
  /// Local changes made meanwhile stay visible, and are rebased later.
  case keepLocal
  case show
}
