@_spi(Internals) import CounterpointSupport
import CounterpointThreadLocals

/// The changes of shared values that the current thread is making, the outermost first.
///
/// A read of a value inside the closure of its own change returns the value before the change. A change of it stops the
/// program, and so does a read inside a change in place, which keeps no value before the change. The rule depends only
/// on this list, not on the kind of value, earlier calls, or tests. Other threads wait for the lock of the value.
///
/// Observers, subscribers, and keys are notified when the outermost change is over. They would otherwise run inside
/// the closure of an outer change, and could not read the outer value.
enum ThreadChanges {
  /// The phase of a change.
  enum Phase {
    /// The closure changes the value of the cell, with the lock held.
    case inCell
    /// The storage begins or commits a transaction: the value can be read, but not changed.
    case transaction
    /// The closure changes a copy: the attempt of a transaction, or what an assertion expects.
    case onCopy
  }

  /// A change in progress. It is on the stack of its thread.
  struct Change {
    let root: any Root
    let phase: Phase
    let mode: ChangeMode
    let location: SourceLocation
    /// The ``ValueBeforeChange`` that reads return, if the cell does not have it.
    let before: AnyObject?
    /// The address of the change inside which this one is made, or zero.
    fileprivate let outer: UInt
  }

  /// Whether the current thread makes no change.
  static var isEmpty: Bool { counterpoint_get_shared_change() == 0 }

  /// The changes of the current thread, the innermost first.
  static var current: some Sequence<Change> {
    sequence(state: counterpoint_get_shared_change()) { address in
      // Safe because a change that is in the list is on the stack of this thread.
      guard let change = unsafe UnsafePointer<Change>(bitPattern: address)?.pointee else { return nil }
      address = change.outer
      return change
    }
  }

  /// Runs a function as a part of a change. After it has released its lock, the caller calls
  /// ``notifyAfterOutermost()``.
  static func during<Result, Failure: Error>(
    _ phase: Phase,
    of root: any Root,
    _ mode: ChangeMode = .keepingOldValue,
    at location: SourceLocation,
    before: AnyObject? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = counterpoint_get_shared_change()
    var change = Change(
      root: root,
      phase: phase,
      mode: mode,
      location: location,
      before: before,
      outer: outer
    )
    return try unsafe withUnsafeMutablePointer(to: &change) { change throws(Failure) -> Result in
      counterpoint_exchange_shared_change(UInt(bitPattern: change))
      defer { counterpoint_exchange_shared_change(outer) }
      return try body()
    }
  }

  /// Runs a function as the closure of a change of a copy.
  ///
  /// - Parameter before: The value that reads return; `nil` if they find it elsewhere.
  static func onCopy<Result, Failure: Error>(
    of root: any Root,
    _ mode: ChangeMode,
    at location: SourceLocation,
    before: AnyObject? = nil,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { notifyAfterOutermost() }
    return try during(.onCopy, of: root, mode, at: location, before: before, body)
  }
}

// MARK: - Notifications

extension ThreadChanges {
  /// The notifications that wait for the end of the outermost change. Used by one thread only.
  private final class Notifications {
    var calls: [() -> Void] = []
  }

  /// Calls a function that notifies: immediately, or after the outermost change of the current thread.
  static func afterOutermost(_ notify: @escaping () -> Void) {
    if isEmpty { notify() } else { postpone(notify) }
  }

  @inline(never)
  private static func postpone(_ notify: @escaping () -> Void) {
    let address = counterpoint_get_shared_notifications()
    guard let waiting = unsafe UnsafeRawPointer(bitPattern: address) else {
      let notifications = Notifications()
      notifications.calls.append(notify)
      let owned = unsafe Unmanaged.passRetained(notifications)
      unsafe counterpoint_exchange_shared_notifications(UInt(bitPattern: owned.toOpaque()))
      return
    }
    unsafe Unmanaged<Notifications>.fromOpaque(waiting).takeUnretainedValue().calls.append(notify)
  }

  /// Runs the postponed notifications if the outermost change is over. Must be called without a lock.
  static func notifyAfterOutermost() {
    if isEmpty, counterpoint_get_shared_notifications() != 0 { runNotifications() }
  }

  @inline(never)
  private static func runNotifications() {
    while let waiting = unsafe UnsafeRawPointer(bitPattern: counterpoint_get_shared_notifications()) {
      counterpoint_exchange_shared_notifications(0)
      let notifications = unsafe Unmanaged<Notifications>.fromOpaque(waiting).takeRetainedValue()
      for notify in notifications.calls { notify() }
    }
  }
}

// MARK: - Reads

/// The way in which a change treats the value before it.
enum ChangeMode {
  /// The value before the change stays readable inside the closure.
  case keepingOldValue
  /// The value before the change is overwritten, so that the closure must not read it.
  case inPlace
}

/// The value before a change that is made on a copy.
final class ValueBeforeChange<Value>: @unchecked Sendable {
  // @unchecked because only the thread that makes the change uses the object.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension ThreadChanges {
  /// Returns the value before the change of a copy that the current thread is making; `nil` if there is none.
  @inline(never)
  static func before<Value>(changeOf root: AnyObject, as type: Value.Type) -> ValueBeforeChange<Value>? {
    for change in current where change.root === root {
      if let before = change.before as? ValueBeforeChange<Value> { return before }
    }
    return nil
  }
}

// MARK: - Refusals

extension ThreadChanges {
  /// Stops the program if the closure of a change in place of the same value is running on the current thread.
  static func checkRead(of root: AnyObject) {
    if !isEmpty { refuseRead(of: root) }
  }

  /// Returns whether ``checkRead(of:)`` would stop the program.
  static func refusesRead(of root: AnyObject) -> Bool {
    !isEmpty && current.contains { $0.root === root && $0.mode == .inPlace }
  }

  /// Stops the program if the current thread is making a change of the same value.
  ///
  /// - Parameter location: The location of the inner change, if it is known.
  static func checkChange(of root: AnyObject, at location: SourceLocation?) {
    if !isEmpty { refuseChange(of: root, at: location) }
  }

  @inline(never)
  private static func refuseRead(of root: AnyObject) {
    guard let outer = current.first(where: { $0.root === root && $0.mode == .inPlace }) else { return }
    fatalError(
      """
      Overlapping access: \(outer.root.name) was read inside its own change in place, which begins at \
      \(outer.location.fileID):\(outer.location.line). A change in place keeps no value before the change. The \
      backtrace shows the read.

      Use the closure's parameter, read the value before the change, or use 'withLock', which keeps the value.
      """,
      file: outer.location.fileID,
      line: outer.location.line
    )
  }

  @inline(never)
  private static func refuseChange(of root: AnyObject, at location: SourceLocation?) {
    guard let outer = current.first(where: { $0.root === root }) else { return }
    let site = location.map { " at \($0.fileID):\($0.line)," }
    fatalError(
      """
      Overlapping access: \(outer.root.name) was changed\(site ?? "") inside its own change, which begins at \
      \(outer.location.fileID):\(outer.location.line). The outer change would overwrite the inner one.

      Change the parameter of the outer closure, or make the inner change after the outer one.
      """,
      file: (location ?? outer.location).fileID,
      line: (location ?? outer.location).line
    )
  }
}
