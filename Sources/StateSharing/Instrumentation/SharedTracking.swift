import CounterpointSupport
import DependencyInjection
import Synchronization

/// The trackers and the assertion of the current dependency scope.
///
/// Stored in the dependencies, so that they follow the code. Outside of tests no tracker exists, and the check costs
/// one atomic read.
struct SharedTracking: Sendable {
  fileprivate var trackers: Set<SharedChangeTracker> = []
  fileprivate var place: SharedAssertionPlace?

  /// The number of trackers in the program.
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

  /// The holder of the running code's assertion, if there is one.
  static var place: SharedAssertionPlace? { DependencyValues._current.sharedTracking.place }

  /// The assertion that the running code belongs to.
  static var assertion: SharedAssertion? {
    isUsed ? place?.assertion : nil
  }

  /// The view that wrappers show to the running code.
  static var view: SharedView {
    assertion.map { .expected($0) } ?? .live
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

  /// Creates a holder for one assertion at a time, for the code that runs with these dependencies.
  package mutating func makePlaceForSharedAssertions() {
    sharedTracking.place = SharedAssertionPlace()
  }
}

private enum TrackingKey: DependencyKey {
  static var liveValue: SharedTracking { SharedTracking() }
  static var testValue: SharedTracking { SharedTracking() }
}

/// Changes of tracked values by code that the tracker can't follow: on threads and in detached tasks, which have lost
/// the dependencies of their test.
///
/// Without it, such a change would pass any test unnoticed. Safe to use from any thread.
package final class UntrackedChanges: Sendable {
  /// A change.
  package struct Change: Sendable {
    /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
    package let name: String
    package let fileID: StaticString
    package let line: UInt
  }

  private struct KnownRoot {
    weak var root: (any AnyObject & Sendable)?
  }

  private struct Watcher {
    weak var watcher: UntrackedChanges?
  }

  private static let watchers = Locked<[ObjectIdentifier: Watcher]>([:])

  private let isForeign: @Sendable () -> Bool
  private let known = Locked<[ObjectIdentifier: KnownRoot]>([:])
  private let changes = Locked<[Change]>([])

  /// Begins recording.
  ///
  /// - Parameter isForeign: Returns whether the running code is of interest. Called before an untracked change.
  package init(if isForeign: @escaping @Sendable () -> Bool) {
    self.isForeign = isForeign
    Self.watchers.withLock { $0[ObjectIdentifier(self)] = Watcher(watcher: self) }
  }

  deinit {
    _ = Self.watchers.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
  }

  /// Removes and returns the recorded changes.
  package func take() -> [Change] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }

  /// Records that a tracker knows a root.
  func know(_ root: any AnyObject & Sendable) {
    known.withLock { $0[ObjectIdentifier(root)] = KnownRoot(root: root) }
  }

  /// Records an untracked change of a root.
  static func note(_ root: any AnyObject & Sendable, at location: SourceLocation, name: () -> String) {
    let watchers = Self.watchers.withLock { $0.values.compactMap(\.watcher) }
    for watcher in watchers where watcher.knows(root) && watcher.isForeign() {
      let change = Change(name: name(), fileID: location.fileID, line: location.line)
      watcher.changes.withLock { $0.append(change) }
    }
  }

  private func knows(_ root: any AnyObject & Sendable) -> Bool {
    // Another root may have the address of a released one.
    known.withLock { $0[ObjectIdentifier(root)]?.root === root }
  }
}
