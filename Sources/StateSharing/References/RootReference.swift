import DependencyInjection
import IssueReporting
import Locks

/// A reference that holds a value: with a key, or just so.
///
/// The value lies in memory of its own that only who holds `lock` may touch; while a closure of `withLock` runs it is changed
/// in place. Nothing else of anybody's code runs under a lock: observers, keys and followers are called before and after.
@safe final class RootReference<Value>: MutableReference<Value>, Root, @unchecked Sendable {
  // @unchecked: `storage`, `committed`, `clean` and the counters are touched only with `lock` held; @safe because the memory
  // lives as long as the root.
  let lock = ExclusiveLock()
  let storage: UnsafeMutablePointer<Value>

  /// A copy of the value before the change that is being made, if one was taken.
  var committed: Value?
  /// Whether somebody asked for the value inside the change that is being made.
  var wasReadInside = false
  /// Whether that has ever happened: then changes are made with a copy at hand.
  var isEverReadInside = false
  /// The call of the change that is being made, or of the last.
  var outerSite: CallSite?
  /// Calls of `withLock` whose closures have been seen not to use the value other than by their parameter.
  var cleanSites: Set<UInt> = []
  /// How often the value was changed here.
  var mutations: UInt64 = 0
  /// How often others reported a change.
  var arrivals: UInt64 = 0
  /// How many changes there were in all.
  var changes: UInt64 = 0
  /// The newest version that was applied, if the key counts them.
  var version: SharedVersion?
  /// What others reported on this very thread while a change was being made.
  var postponed: [@Sendable () -> Void] = []

  let signals = Signals()
  let outbox = Outbox<Value>()
  let status = Locked(SharedStatus())
  let followers = Locked<[Outbox<Value>.Follower]>([])

  /// The key, if there is one.
  let connection: KeyConnection<Value>?
  /// What the value goes back to when it is deleted, if there is a key.
  let initialValue: Transfer<Value>?
  /// Serialises transactions, which last longer than `lock` may be held.
  let gate = ExclusiveLock()
  private let cache: ReferenceCache?

  init(_ value: Value, connection: KeyConnection<Value>? = nil, cache: ReferenceCache? = nil) {
    unsafe storage = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe storage.initialize(to: value)
    self.connection = connection
    self.initialValue = connection == nil ? nil : Transfer(value: value)
    self.cache = cache
  }

  deinit {
    #if DEBUG
    LockOrder.shared.forget(ObjectIdentifier(self))
    #endif
    if let cache, let connection { cache.remove(connection.id, ObjectIdentifier(self)) }
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  override var root: any Root { self }

  override var description: String { connection?.description ?? "value: \(String(reflecting: value(.live)))" }

  var name: String { "'Shared<\(typeName(Value.self))>(\(connection?.description ?? "value"))'" }

  override func value(_ view: SharedView) -> Value {
    switch view {
    case .live: current()
    case .expected(let assertion): assertion.expected(of: self, as: Value.self) ?? current()
    case .actual(let assertion): assertion.actual(of: self, as: Value.self) ?? current()
    }
  }

  private func current() -> Value {
    guard !lock.isHeldByThisThread else { return committedInside() }
    lock.lock()
    defer { lock.unlock() }
    return unsafe storage.pointee
  }

  /// The value before the change that this very thread is making.
  func committedInside() -> Value {
    wasReadInside = true
    guard let committed else {
      preconditionFailure(
        """
        'Shared<\(typeName(Value.self))>(\(connection?.description ?? "value"))' was read inside the closure of its own \
        'withLock', by a call that has not done so before, and no copy of the value was taken that could be read. Use the \
        closure's parameter, or read the value before the call.
        """
      )
    }
    return committed
  }

  override func withLock<Result, Failure: Error>(
    _ assertion: SharedAssertion?,
    at site: CallSite,
    _ operation: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let assertion { return try change(in: assertion, at: site, operation) }
    if lock.isHeldByThisThread { return try mutateInside(committedInside(), at: site, operation) }
    guard connection?.isTransactional == true else { return try mutate(at: site, operation) }
    if gate.isHeldByThisThread { return try mutateInside(current(), at: site, operation) }
    return try transact(at: site, operation)
  }

  override func subscribe(_ receive: @escaping @Sendable (Transfer<Value>) -> Void) -> SharedSubscription {
    let isInside = lock.isHeldByThisThread
    if !isInside { lock.lock() }
    let value = isInside ? committedInside() : unsafe storage.pointee
    let follower = Outbox<Value>.Follower(start: changes, receive: receive)
    followers.withLock { $0.append(follower) }
    outbox.append(.follow(follower, Transfer(value: value)))
    if !isInside {
      lock.unlock()
      deliver()
    }
    return SharedSubscription { [self] in
      follower.isCancelled.withLock { $0 = true }
      followers.withLock { $0.removeAll { $0 === follower } }
    }
  }

  /// Notes a change, with the lock held, for the key and the followers.
  func noteChange(save: Bool) {
    changes += 1
    let save = save && connection?.canSave == true
    guard save || followers.withLock({ !$0.isEmpty }) else { return }
    if save { status.withLock { _ = $0.pendingSaves.insert(changes) } }
    outbox.append(.change(number: changes, Transfer(value: unsafe storage.pointee), save: save))
  }

  /// Tells the key and the followers what they have not been told. Without a lock.
  func deliver() {
    outbox.deliver(whenLooping: reportLoop) { entry in
      switch entry {
      case .change(let number, let value, let save):
        if save { saveAfterChange(value.value, number: number) }
        for follower in followers.withLock({ $0 })
        where follower.start < number && !follower.isCancelled.withLock({ $0 }) {
          follower.receive(value)
        }
      case .follow(let follower, let value):
        if !follower.isCancelled.withLock({ $0 }) { follower.receive(value) }
      case .save(let number):
        saveOnRequest(number)
      }
    }
  }

  private func reportLoop() {
    reportIssue(
      """
      'Shared<\(typeName(Value.self))>(\(connection?.description ?? "value"))' has been changed \(Outbox<Value>.loop) times \
      by those who are told of its changes, while they were told.

      Who follows a value and changes it must come to an end: change it only if it is not yet what it should be.
      """
    )
  }
}
