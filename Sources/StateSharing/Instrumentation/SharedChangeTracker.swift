@_spi(Internals) import CounterpointSupport
package import DependencyInjection
import Synchronization

/// Tracks changes of shared values, so that a test can assert them.
///
/// Track the code, then assert:
///
/// ```swift
/// let tracker = SharedChangeTracker()
/// tracker.track { model.incrementTapped() }
/// tracker.assert {
///   $count.withLock { $0 += 1 }     // the expected change, beginning with the value before
///   #expect($count == $count)       // expected on the left, actual on the right
/// }
/// ```
///
/// A value is copied at its first change after the beginning or the last ``reset()`` or ``cut()``. Only code that
/// runs inside ``track(_:)-(()->R)``, or with the dependencies of ``track(_:)-(DependencyValues)``, is tracked.
@_spi(Internals) public struct SharedChangeTracker: Hashable, Sendable {
  private final class Storage: Sendable {
    let changes = Locked(SharedChanges())
    let reports: Bool
    let untracked: UntrackedChanges?
    let hasEnded = Atomic(false)

    init(reports: Bool, untracked: UntrackedChanges?) {
      self.reports = reports
      self.untracked = untracked
      SharedTracking.count.add(1, ordering: .relaxed)
    }

    deinit {
      SharedTracking.count.subtract(1, ordering: .relaxed)
      if reports { changes.withLock { $0 }.reportUncompared() }
    }
  }

  private let storage: Storage

  /// Creates a tracker.
  ///
  /// - Parameter reportUnassertedChanges: Whether to report changes that were never compared when the last copy is
  ///   released.
  @_spi(Internals) public init(reportUnassertedChanges: Bool) {
    self.init(reportUnassertedChanges: reportUnassertedChanges, untracked: nil)
  }

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - reportUnassertedChanges: Whether to report changes that were never compared when the last copy is released.
  ///   - untracked: Records the tracked values.
  package init(reportUnassertedChanges: Bool, untracked: UntrackedChanges?) {
    storage = Storage(reports: reportUnassertedChanges, untracked: untracked)
  }

  /// Whether a value was changed since the beginning or the last ``reset()`` or ``cut()``; an expectation counts too.
  package var hasChanges: Bool { !current.isEmpty }

  private var current: SharedChanges { storage.changes.withLock { $0 } }

  /// Tracks the code that runs with these dependencies.
  package func track(_ dependencies: inout DependencyValues) {
    dependencies.add(self)
  }

  /// Tracks the changes made by an operation and by the tasks that it starts.
  public func track<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withDependencies {
      track(&$0)
    } operation: {
      try body()
    }
  }

  /// Tracks the changes made by an operation and by the tasks that it starts.
  package func track<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await withDependencies {
      track(&$0)
    } operation: {
      try await body()
    }
  }

  /// Ends a step, and returns its changes with the current values. The next step begins.
  package func cut() -> SharedChanges {
    let step = storage.changes.withLock { changes in
      defer { changes = SharedChanges() }
      return changes
    }
    step.close()
    return step
  }

  /// Ends the last step, as ``cut()`` does. Later changes are not recorded any more.
  package func end() -> SharedChanges {
    storage.hasEnded.store(true, ordering: .relaxed)
    return cut()
  }

  /// Runs an assertion about all changes since the last ``reset()`` or ``cut()``.
  ///
  /// Inside, `Shared` shows the value before the changes, and changing it changes the expected value. Comparing a
  /// wrapper with itself compares the expected with the actual value.
  package func assert<Result>(_ body: () throws -> Result) rethrows -> Result {
    try assert(current, later: [], body)
  }

  /// Runs an assertion about an earlier step.
  ///
  /// - Parameters:
  ///   - step: The result of ``cut()``.
  ///   - later: The results of later calls.
  ///   - comparesReaders: Whether read-only wrappers are compared as `Shared` is.
  ///   - body: The assertion.
  package func assert<Result>(
    _ step: SharedChanges,
    later: LaterSteps,
    comparingReaders comparesReaders: Bool = false,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let current = current
    let assertion = SharedAssertion(
      step: step,
      later: later,
      current: step === current ? nil : current,
      comparesReaders: comparesReaders
    )
    if let scope = SharedTracking.assertionScope { return try scope.run(assertion, body) }
    var values = DependencyValues._current
    values.makeSharedAssertionScope()
    return try values.run { try assert(step, later: later, comparingReaders: comparesReaders, body) }
  }

  /// Discards the recorded changes.
  package func reset() {
    // The old changes are released after the lock, because that may run arbitrary code.
    _ = storage.changes.withLock { changes in
      defer { changes = SharedChanges() }
      return changes
    }
  }

  /// Records the value before a change, if this is the first change of the owner.
  func note<Value>(
    _ owner: AnyObject,
    before: Value,
    root: any AnyObject & Sendable,
    at location: SourceLocation,
    name: @escaping @Sendable () -> String,
    live: @escaping @Sendable () -> Value
  ) {
    guard !storage.hasEnded.load(ordering: .relaxed) else { return }
    storage.untracked?.addTracked(root)
    current.note(
      SharedChanges.Entry(
        owner: owner,
        root: root,
        location: location,
        before: before,
        after: nil,
        live: { Transfer(value: live()) },
        name: name
      )
    )
  }

  /// Whether both are the same tracker.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
  }

  /// Hashes the tracker's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}
