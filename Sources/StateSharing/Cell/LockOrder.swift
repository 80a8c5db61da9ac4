@_spi(Internals) import CounterpointSupport
import IssueReporting

// The locks of a shared value, in the order in which a thread acquires them:
//
// 1. `RemoteSynchronizer.storageLock`, held by a task while it attempts to store a change or runs a transaction.
// 2. The lock of a `StorageLockingKey`, held by a thread during a local transaction.
// 3. `Persister.transactionLock`, held as long.
// 4. `SharedCell.lock`, held during a change, and for each access to the value or to a state beside it: `CellState`,
//    the `RemoteMachine`, and the unsaved changes of the `Persister`.
// 5. All others: those of the status, the saves, `SerialQueue`, `DeliveryQueue`, `PendingWrites`, `InMemoryValue`,
//    `Promise`, `SharedObservation`, `ReferenceCache` and `WrapperStorage`. They are held for a few instructions, in
//    which nothing else is locked.
//
// Only the closure of a change runs under locks, of the second to the fourth kind. It may change other values, so these
// locks nest in the order of the user's changes; `LockOrder` reports opposite orders. Observers, keys, `==`, `resolve`
// and the deinitializers of values run without a lock.
//
// Debug builds assert the order of the third and the fourth kind where it matters.

extension ExclusiveLock {
  /// Asserts, in debug builds, that the current thread holds the lock.
  func assertHeld() {
    assert(isHeldByThisThread, "The lock of a shared value is needed here.")
  }

  /// Asserts, in debug builds, that the current thread does not hold the lock: it would be acquired in the wrong order,
  /// or foreign code would run under it.
  func assertNotHeld() {
    assert(!isHeldByThisThread, "The lock of a shared value must not be held here.")
  }
}

#if DEBUG

/// Detects inconsistent lock orders in debug builds. Two threads that change two values inside one another in both
/// orders can deadlock.
final class LockOrder: Sendable {
  static let shared = LockOrder()

  /// A change of one value inside a change of another.
  private struct Order {
    let location: SourceLocation
    var isReported = false
  }

  private struct Contents: Sendable {
    /// The recorded orders, by the outer value and the inner one.
    var orders: [ObjectIdentifier: [ObjectIdentifier: Order]] = [:]
    /// The outer values of each inner one, so that removing a value needs no search.
    var outers: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]

    /// Records an order.
    ///
    /// - Returns: The location of the opposite order, unless it has been reported.
    mutating func note(_ inner: ObjectIdentifier, inside outer: ObjectIdentifier, at location: SourceLocation)
      -> SourceLocation?
    {
      if orders[outer]?[inner] == nil {
        orders[outer, default: [:]][inner] = Order(location: location)
        outers[inner, default: []].insert(outer)
      }
      guard let opposite = orders[inner]?[outer], orders[outer]?[inner]?.isReported == false else { return nil }
      orders[outer]?[inner]?.isReported = true
      orders[inner]?[outer]?.isReported = true
      return opposite.location
    }

    mutating func forget(_ root: ObjectIdentifier) {
      for (inner, _) in orders.removeValue(forKey: root) ?? [:] {
        outers[inner]?.remove(root)
        if outers[inner]?.isEmpty == true { outers[inner] = nil }
      }
      for outer in outers.removeValue(forKey: root) ?? [] {
        orders[outer]?[root] = nil
        if orders[outer]?.isEmpty == true { orders[outer] = nil }
      }
    }
  }

  private let contents = Locked(Contents())

  /// Records that this thread is about to change a value, possibly inside changes of other values.
  func noteInner(_ root: any Root, at location: SourceLocation) {
    for held in ThreadChanges.current where held.phase != .onCopy && held.root !== root {
      let other = contents.withLock { contents in
        contents.note(ObjectIdentifier(root), inside: ObjectIdentifier(held.root), at: location)
      }
      guard let other else { continue }
      reportIssue(
        """
        \(root.name) is changed here inside a change of \(held.root.name) (\(held.location.fileID):\(held.location.line)), \
        and elsewhere the other way round (\(other.fileID):\(other.line)). Two threads that do so at once wait for each other \
        for ever.

        Change both in one order, or with 'withLocks'.
        """,
        at: location
      )
    }
  }

  /// Removes a value that is being deinitialized, because its identity may be reused.
  func forget(_ root: ObjectIdentifier) {
    contents.withLock { $0.forget(root) }
  }
}

#endif
