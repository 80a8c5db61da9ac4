@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Synchronization

/// The trackers and the assertion of the current dependency scope.
///
/// Stored in the dependencies, so that they apply to child tasks as well. Outside of tests no tracker exists, and the
/// check costs one atomic read.
struct SharedTracking: Sendable {
  fileprivate var trackers: Set<SharedChangeTracker> = []
  fileprivate var assertionScope: SharedAssertionScope?

  /// The number of trackers and histories in the program.
  static let count = Atomic<Int>(0)

  static var isUsed: Bool { count.load(ordering: .relaxed) > 0 }

  /// The trackers of the running code.
  static var trackers: Set<SharedChangeTracker> {
    isUsed ? DependencyValues._current.sharedTracking.trackers : []
  }

  /// Returns whether a change is tracked. Records it as untracked if not.
  ///
  /// - Parameters:
  ///   - root: The root of the changed value.
  ///   - location: The change.
  ///   - name: Returns the wrapper as it is written in code.
  static func isTracking(
    _ root: any AnyObject & Sendable,
    at location: SourceLocation,
    name: () -> String
  ) -> Bool {
    if !trackers.isEmpty { return true }
    UntrackedChanges.note(root, at: location, name: name)
    return false
  }

  /// The assertion scope of the running code, if there is one.
  static var assertionScope: SharedAssertionScope? { DependencyValues._current.sharedTracking.assertionScope }

  /// The assertion that the running code belongs to.
  static var assertion: SharedAssertion? {
    isUsed ? assertionScope?.assertion : nil
  }

  /// The view that wrappers show to the running code.
  static var view: SharedView {
    guard isUsed else { return .live }
    if let past = SharedPast.current { return .past(past) }
    return assertion.map { .expected($0) } ?? .live
  }

  /// The view that read-only wrappers show to the running code. Assertions don't apply to them.
  static var viewOfReaders: SharedView {
    guard isUsed, let past = SharedPast.current else { return .live }
    return .past(past)
  }
}

extension DependencyValues {
  fileprivate(set) var sharedTracking: SharedTracking {
    get { self[TrackingKey.self] }
    set { self[TrackingKey.self] = newValue }
  }

  mutating func add(_ tracker: SharedChangeTracker) {
    sharedTracking.trackers.insert(tracker)
  }

  /// Creates an assertion scope for the code that runs with these dependencies.
  package mutating func makeSharedAssertionScope() {
    sharedTracking.assertionScope = SharedAssertionScope()
  }
}

private enum TrackingKey: DependencyKey {
  static var liveValue: SharedTracking { SharedTracking() }
  static var testValue: SharedTracking { SharedTracking() }
}

/// Changes of tracked values by code without the test's dependencies: on other threads and in detached tasks.
///
/// Without this record, a test would not notice such a change. Safe to use from any thread.
package final class UntrackedChanges: Sendable {
  /// A change.
  package struct Change: Sendable {
    /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
    package let name: String
    package let fileID: StaticString
    package let line: UInt
  }

  private struct TrackedRoot {
    weak var root: (any AnyObject & Sendable)?
  }

  private struct Recorder {
    weak var recorder: UntrackedChanges?
  }

  private static let recorders = Locked<[ObjectIdentifier: Recorder]>([:])

  private let isForeign: @Sendable () -> Bool
  private let trackedRoots = Locked<[ObjectIdentifier: TrackedRoot]>([:])
  private let changes = Locked<[Change]>([])

  /// Begins recording.
  ///
  /// - Parameter isForeign: Returns whether to record a change by the running code. Called before an untracked change.
  package init(if isForeign: @escaping @Sendable () -> Bool) {
    self.isForeign = isForeign
    Self.recorders.withLock { $0[ObjectIdentifier(self)] = Recorder(recorder: self) }
  }

  deinit {
    _ = Self.recorders.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Removes and returns the recorded changes.
  package func take() -> [Change] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }

  /// Adds a root whose changes are tracked.
  func addTracked(_ root: any AnyObject & Sendable) {
    trackedRoots.withLock { $0[ObjectIdentifier(root)] = TrackedRoot(root: root) }
  }

  /// Records an untracked change of a root.
  static func note(_ root: any AnyObject & Sendable, at location: SourceLocation, name: () -> String) {
    let recorders = Self.recorders.withLock { $0.values.compactMap(\.recorder) }
    for recorder in recorders where recorder.isTracked(root) && recorder.isForeign() {
      let change = Change(name: name(), fileID: location.fileID, line: location.line)
      recorder.changes.withLock { $0.append(change) }
    }
  }

  private func isTracked(_ root: any AnyObject & Sendable) -> Bool {
    // Another root may have the address of a released one.
    trackedRoots.withLock { $0[ObjectIdentifier(root)]?.root === root }
  }
}
