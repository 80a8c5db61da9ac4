@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Synchronization

/// A reference that holds a value: the value itself, its lock, its observers and its errors.
///
/// The value has memory of its own, which is accessed only under `lock`. A closure of `withLock` changes it there, and
/// reads inside of the closure return the copy in `committed`. No other user code runs under a lock: observers, keys
/// and followers are called before or after. `LockOrder.swift` documents the order of all locks.
///
/// The cell does not know how its value is stored. `RootReference` overrides the functions in which a change leaves
/// the cell, and connects it with a ``Persister`` and a ``RemoteSynchronizer``.
///
/// Reads and changes are unspecialized generic code. There, looking up a composed type, such as an optional, takes
/// longer than all the rest and happens at the beginning of a function. Code that needs such a type is therefore in a
/// function of its own that is not inlined.
@safe class SharedCell<Value>: MutableReference<Value>, Root, RemoteWriter, @unchecked Sendable {
  // @unchecked, and without checks of exclusive access, because `storage`, `committed` and `state` are accessed only
  // under `lock`; @safe because the memory lives as long as the cell.
  final let lock = ExclusiveLock()
  final let storage: UnsafeMutablePointer<Value>

  /// A copy of the value before the current change. Filled only during a change, under the lock.
  final let committed = OptionalCell<Value>()
  @safe @exclusivity(unchecked) final var state = CellState()

  final let deliveryQueue = DeliveryQueue<Value>()
  /// The number of the last change that was passed to the key.
  final let passed = Atomic<UInt64>(0)
  final let status = Locked(CellStatus())

  /// The key, if the value has one.
  final let connection: KeyConnection<Value>?
  /// The storage of an in-memory key, which changes write directly.
  final let inMemoryBinding: InMemoryBinding<Value>?
  /// Whether the key can save.
  final let isSaved: Bool
  /// Whether the key's storage is remote. The value before a change is then always kept.
  final let isRemote: Bool
  /// The value that a deletion restores, if the value has a key.
  final let initialValue: Transfer<Value>?
  /// The declaration of the first wrapper, for issues; `nil` without a key.
  final let declaration: SourceLocation?

  init(_ value: Value, connection: KeyConnection<Value>?, declaredAt location: SourceLocation?) {
    unsafe storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe storage.initialize(to: value)
    self.connection = connection
    inMemoryBinding = connection?.inMemoryBinding
    isSaved = connection?.save != nil
    isRemote = connection?.remote != nil
    initialValue = connection == nil ? nil : Transfer(value: value)
    declaration = location
    super.init(observation: SharedObservation())
  }

  deinit {
    #if DEBUG
    LockOrder.shared.forget(ObjectIdentifier(self))
    #endif
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  override final var root: any Root { self }

  override final var description: String { connection?.description ?? "value: \(String(reflecting: value(.live)))" }

  final var name: String { "'\(wrapperText(of: Value.self, connection?.description ?? "value"))'" }

  var source: SharedSource { SharedSource(self, value(.live), key: connection?.description, isConstant: false) }

  override final func recordedName(_ known: (AnyObject) -> String?) -> String? {
    known(self) ?? connection?.recordedName
  }

  // MARK: Storage

  // The functions by which a change leaves the cell. A cell without a key has no storage.

  /// Loads the value.
  func load() async throws {}

  /// Saves the value.
  func save() async throws {}

  func save(within timeout: Duration) async throws { try await save() }

  func acknowledgeSaveError() {}

  /// Waits until all changes are stored remotely.
  func drain(within timeout: Duration?) async throws {}

  /// Records a change that has to be saved. Called under the lock.
  func noteUnsavedChange() {}

  /// Passes the recorded changes to the key, in their order. Called without a lock.
  func saveChanges() {}

  /// Records that a value of the key replaces the value. Called under the lock.
  ///
  /// - Parameters:
  ///   - value: The replaced value.
  ///   - revision: The number of the new state, if the key numbers them.
  ///   - isArrival: Whether the storage has changed. Otherwise the program has loaded the value.
  /// - Returns: The loss of a change that could not be stored before.
  func noteReplacement(of value: Value, revision: UInt64?, isArrival: Bool) -> (any Error)? { nil }

  /// Returns whether a delivered value has to be postponed because of changes that are not stored. Called under the
  /// lock.
  func isPostponed(_ value: Transfer<Value>, _ version: SharedVersion?) -> Bool { false }

  /// Decides what to do with a stored value of a transaction. Called under the lock.
  func acceptance(of version: SharedVersion) -> CellAcceptance {
    state.version.map { version > $0 } ?? true ? .show : .ignore
  }

  // MARK: Reads

  override final func value(_ view: SharedView) -> Value {
    if ThreadChanges.isEmpty, case .live = view { return valueFromOutside() }
    return value(fromInsideOrOf: view)
  }

  /// Returns the value of a read that is not inside a change of this thread.
  private final func valueFromOutside() -> Value {
    lock.lock()
    defer { lock.unlock() }
    return unsafe storage.pointee
  }

  @inline(never)
  private final func value(fromInsideOrOf view: SharedView) -> Value {
    ThreadChanges.checkRead(of: self)
    return switch view {
    case .live: current()
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current()
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current()
    case .past(let past): value(in: past)
    }
  }

  private final func value(in past: SharedPast) -> Value {
    let current = current()
    guard let kept = past.value(of: self) else { return current }
    guard let kept = kept as? Value else { preconditionFailure("The kept value is not of type \(Value.self).") }
    return kept
  }

  /// Returns the current value, or the value before the change of it that this thread is making.
  private final func current() -> Value {
    if let before = ThreadChanges.before(changeOf: self, as: Value.self) { return before.value }
    return lock.whileHeld { valueUnderLock }
  }

  /// The value, without the change that this thread is making. Must be read under the lock.
  private final var valueUnderLock: Value {
    if committed.isFilled { committed.value } else { unsafe storage.pointee }
  }

  override final func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    ThreadChanges.checkRead(of: self)
    let (follower, position) = lock.whileHeld {
      let follower = DeliveryQueue<Value>.Follower(start: state.changes, receive: receive)
      return (follower, deliveryQueue.add(follower, Transfer(value: valueUnderLock)))
    }
    ThreadChanges.afterOutermost { [self] in deliver() }
    return SharedSubscription { [self] in deliveryQueue.remove(follower, at: position) }
  }

  // MARK: Changes

  /// Changes the value.
  ///
  /// Copies the value before the change, which makes the change copy the buffers that it touches. A change in place
  /// copies it only if the old value is needed: for a throwing closure, for a test that tracks changes, for a history,
  /// and for remote storage.
  final func mutate<Result, Failure: Error>(
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let canFail = Failure.self != Never.self
    let isUsed = SharedTracking.isUsed
    let isTracked = isUsed && SharedTracking.isTracking(self, at: location)
    let histories = isUsed ? SharedValueHistory.current : []
    // Other values may be large, and `==` would visit all of it.
    let isCompared = observation.isObserved(.value) && (_isPOD(Value.self) || canFail || isRemote)
    // Inside the change of another value, observers are notified after the outermost change.
    let isInner = !ThreadChanges.isEmpty
    noteOrder(at: location)
    lock.lock()
    if mode == .keepingOldValue || canFail || isTracked || isRemote || isCompared || !histories.isEmpty {
      unsafe committed.fill(copying: storage)
    }
    if isTracked { record(committed.value, at: location) }
    let result: Result
    do throws(Failure) {
      result = try ThreadChanges.during(.inCell, of: self, mode, at: location) { () throws(Failure) in
        try unsafe operation(&storage.pointee)
      }
    } catch {
      let failed = unsafe storage.move()
      unsafe storage.initialize(to: committed.take())
      lock.unlock()
      withExtendedLifetime(failed) {}
      ThreadChanges.notifyAfterOutermost()
      throw error
    }
    if !histories.isEmpty { keep(committed.value, in: histories) }
    state.mutations += 1
    noteChange(save: isSaved && inMemoryBinding == nil)
    let isUnchanged = isCompared ? comparison() : nil
    unlock(afterStoringAt: inMemoryBinding)
    if isInner {
      notifyAfterOutermost(unless: isUnchanged)
    } else {
      ThreadChanges.notifyAfterOutermost()
      if isSaved { saveChanges() }
      deliver()
      if isUnchanged?() != true { observation.change(.value) }
    }
    return result
  }

  /// Returns a comparison of the values before and after the change. It must be called without the lock, because `==`
  /// is the user's code.
  @inline(never)
  private final func comparison() -> () -> Bool {
    let old = committed.value, new = unsafe storage.pointee
    return { areEqual(old, new) }
  }

  /// Notifies the key, the followers, and the observers of a change when the outermost change of the thread is over.
  @inline(never)
  private final func notifyAfterOutermost(unless isUnchanged: (() -> Bool)?) {
    ThreadChanges.afterOutermost { [self] in
      if isSaved { saveChanges() }
      deliver()
      if isUnchanged?() != true { observation.change(.value) }
    }
  }

  /// Records the value before the change for the trackers.
  private final func record(_ before: Value, at location: SourceLocation) {
    for tracker in SharedTracking.trackers {
      tracker.record(self, before: before, type: Value.self, root: self, at: location)
    }
  }

  /// Keeps the value before a change. Must be called under the lock, before the value can be read again.
  @inline(never)
  final func keep(_ before: Value, in histories: [SharedValueHistory]) {
    for history in histories { history.keep(before, of: self) }
  }

  /// Ends a change. Releases the old value without the lock, because that may run arbitrary code.
  private final func unlock(afterStoringAt inMemoryBinding: InMemoryBinding<Value>?) {
    if let inMemoryBinding {
      // Under the lock, so that values are stored in the order of the changes.
      let (replaced, version, isFollowed) = unsafe inMemoryBinding.store(storage.pointee)
      state.version = SharedVersion(version)
      unlockAfterChange()
      withExtendedLifetime(replaced) {}
      if isFollowed { inMemoryBinding.notifyOthers() }
    } else {
      unlockAfterChange()
    }
  }

  private final func unlockAfterChange() {
    if committed.isFilled {
      let old = committed.take()
      lock.unlock()
      withExtendedLifetime(old) {}
    } else {
      lock.unlock()
    }
  }

  /// Records, in debug builds, that this thread is about to lock the value.
  final func noteOrder(at location: SourceLocation) {
    #if DEBUG
    LockOrder.shared.noteInner(self, at: location)
    #endif
  }

  /// Changes the value that an assertion expects. The value itself, its key and its observers are not affected.
  final func change<Result, Failure: Error>(
    in assertion: SharedAssertion,
    _ mode: ChangeMode,
    at location: SourceLocation,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var expected = value(.expected(assertion))
    // Kept if the closure throws, too: the test has stated a part of its expectation.
    defer { assertion.expect(expected, of: self, root: self, at: location) }
    return try ThreadChanges.onCopy(of: self, mode, at: location) { () throws(Failure) in try operation(&expected) }
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
