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
  static func isTracking<Value>(_ root: Reference<Value>, at location: SourceLocation) -> Bool {
    if !trackers.isEmpty { return true }
    UntrackedChanges.note(root, at: location)
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
