import DependencyInjection
import Synchronization

/// Who tracks changes here, and who asserts.
///
/// Dependencies, so that they go wherever dependencies go. Where no tracker exists in the whole program, which is so outside of
/// tests, asking costs one atomic read.
struct SharedTracking: Sendable {
  fileprivate var trackers: Set<SharedChangeTracker> = []
  fileprivate var place: SharedAssertionPlace?

  /// How many trackers there are in the program.
  static let count = Atomic<Int>(0)

  static var isUsed: Bool { count.load(ordering: .relaxed) > 0 }

  /// Those who track what the running code changes.
  static var trackers: Set<SharedChangeTracker> {
    isUsed ? DependencyValues._current.sharedTracking.trackers : []
  }

  /// Whether a change that is about to be made is tracked. Notes it if it is not.
  static func isTracking<Value>(_ root: Reference<Value>, at location: SourceLocation) -> Bool {
    if !trackers.isEmpty { return true }
    UntrackedChanges.note(root, at: location)
    return false
  }

  /// Where the running code has assertions, `nil` if nobody has made a place for them.
  static var place: SharedAssertionPlace? { DependencyValues._current.sharedTracking.place }

  /// The assertion that the running code is a part of.
  static var assertion: SharedAssertion? {
    isUsed ? place?.assertion : nil
  }

  /// What wrappers show here.
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

  /// Creates a place for assertions: what runs with these values can be in one, and to be in the next takes no other values.
  ///
  /// For who asserts one thing at a time.
  package mutating func makePlaceForSharedAssertions() {
    sharedTracking.place = SharedAssertionPlace()
  }
}

private enum TrackingKey: DependencyKey {
  static var liveValue: SharedTracking { SharedTracking() }
  static var testValue: SharedTracking { SharedTracking() }
}
