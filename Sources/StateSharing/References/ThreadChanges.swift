import CounterpointThreadLocals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The changes of shared values that the current thread is making, the outermost first.
///
/// The closure of a change has exclusive access to the value. Any other access by the same thread overlaps with it, and stops the
/// program, as an overlapping access to a variable does in Swift. The rule depends on nothing but this list: not on the kind of
/// value, earlier calls, a test, or an assertion. Other threads wait for the lock of the value.
///
/// Observers, subscribers, and keys are notified when the outermost change is over. They would otherwise run inside the closure of an
/// outer change, and could not read the outer value.
final class ThreadChanges {
  /// What a change does at the moment.
  enum Phase {
    /// The closure changes the value in place, with the lock held.
    case inPlace
    /// The storage begins or commits a transaction: the value can be read, but not changed.
    case transaction
    /// The closure changes a copy: the attempt of a transaction, or what an assertion expects.
    case onCopy
  }

  /// A change that is being made.
  struct Change {
    let root: any Root
    let phase: Phase
    let location: SourceLocation
  }

  private var changes: [Change] = []
  private var notifications: [() -> Void] = []

  /// Whether the current thread makes no change.
  static var isEmpty: Bool { counterpoint_get_shared_changes() == 0 }

  /// The changes of the current thread that hold a lock.
  static var holdingLocks: [Change] {
    isEmpty ? [] : current.changes.filter { $0.phase != .onCopy }
  }

  /// Begins a change. ``end()`` ends it.
  static func begin(_ root: any Root, _ phase: Phase, at location: SourceLocation) {
    current.changes.append(Change(root: root, phase: phase, location: location))
    counterpoint_set_shared_changes(counterpoint_get_shared_changes() + 1)
  }

  /// Ends the innermost change. After it has released its lock, the caller calls ``notifyAfterOutermost()``.
  static func end() {
    counterpoint_set_shared_changes(counterpoint_get_shared_changes() - 1)
    // Released after the access to the list: the root may be gone with it.
    let ended = current.changes.removeLast()
    withExtendedLifetime(ended) {}
  }

  /// Runs a function as the closure of a change of a copy.
  static func onCopy<Result, Failure: Error>(
    of root: any Root,
    at location: SourceLocation,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(root, .onCopy, at: location)
    defer {
      end()
      notifyAfterOutermost()
    }
    return try body()
  }
}

// MARK: - Notifications

extension ThreadChanges {
  /// Runs a function that notifies: now, or when the outermost change of the current thread is over.
  static func afterOutermost(_ notify: @escaping () -> Void) {
    if isEmpty { notify() } else { current.notifications.append(notify) }
  }

  /// Runs what waits for the end of the outermost change, if that was it. To be called without a lock.
  static func notifyAfterOutermost() {
    guard isEmpty else { return }
    let changes = current
    while !changes.notifications.isEmpty {
      let notifications = changes.notifications
      changes.notifications = []
      for notify in notifications { notify() }
    }
  }
}

// MARK: - Refusals

extension ThreadChanges {
  /// Stops the program if the closure of a change of the same value is running on the current thread.
  static func checkRead(of root: AnyObject) {
    if !isEmpty { refuseRead(of: root) }
  }

  /// Stops the program if the current thread is making a change of the same value.
  ///
  /// - Parameter location: The inner change, if its place is known.
  static func checkChange(of root: AnyObject, at location: SourceLocation?) {
    if !isEmpty { refuseChange(of: root, at: location) }
  }

  @inline(never)
  private static func refuseRead(of root: AnyObject) {
    guard let outer = current.changes.last(where: { $0.root === root && $0.phase != .transaction }) else { return }
    fatalError(
      """
      Overlapping access: \(outer.root.name) was read inside the closure of its own change, which begins at \
      \(outer.location.fileID):\(outer.location.line). The closure has exclusive access to the value. The backtrace shows the read.

      Use the closure's parameter, or read the value before the change.
      """,
      file: outer.location.fileID,
      line: outer.location.line
    )
  }

  @inline(never)
  private static func refuseChange(of root: AnyObject, at location: SourceLocation?) {
    guard let outer = current.changes.last(where: { $0.root === root }) else { return }
    fatalError(
      """
      Overlapping access: \(outer.root.name) was changed\(location.map { " at \($0.fileID):\($0.line)," } ?? "") inside its own change, \
      which begins at \(outer.location.fileID):\(outer.location.line). The outer change has exclusive access to the value.

      Change the parameter of the outer closure, or make the inner change after the outer one.
      """,
      file: (location ?? outer.location).fileID,
      line: (location ?? outer.location).line
    )
  }
}

// MARK: - Threads

extension ThreadChanges {
  /// Where each thread has its list. A variable of the thread, which ends with it.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key) { changes in
      #if canImport(Darwin)
      unsafe Unmanaged<ThreadChanges>.fromOpaque(changes).release()
      #else
      if let changes = unsafe changes { unsafe Unmanaged<ThreadChanges>.fromOpaque(changes).release() }
      #endif
    }
    return key
  }()

  private static var current: ThreadChanges {
    if let changes = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<ThreadChanges>.fromOpaque(changes).takeUnretainedValue()
    }
    let changes = ThreadChanges()
    unsafe pthread_setspecific(key, Unmanaged.passRetained(changes).toOpaque())
    return changes
  }
}
