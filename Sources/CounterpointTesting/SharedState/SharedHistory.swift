import DependencyInjection
import DequeModule
import StateSharing

/// What the feature of a test store has changed in shared values, action by action, as far as the test has not asserted it.
///
/// Law 8: what an action changes is asserted with that action, although others have been handled since. What effects change
/// in between belongs to the action that comes next, or to no action yet.
struct SharedHistory {
  private struct Record {
    /// The number of the action.
    let action: Int
    /// What effects had changed since the action before.
    var drift: SharedChanges?
    /// What the action changed.
    var changes: SharedChanges?

    var all: [SharedChanges] { [drift, changes].compactMap { $0 } }
  }

  private let tracker: SharedChangeTracker
  private let untracked: UntrackedChanges
  /// Of the actions that have changed something, or before which effects had, in order.
  private var records = Deque<Record>()
  private var drift: SharedChanges?

  /// - Parameter driver: Runs the effects. While one is in flight, changes from outside of the test may be theirs.
  init(driver: TestDriver) {
    // In XCTest it can't be told which test code belongs to.
    let isKnown = EndReporter.currentTest != nil
    untracked = UntrackedChanges { [weak driver] in
      isKnown && EndReporter.currentTest == nil && driver?.flights.isEmpty == false
    }
    tracker = SharedChangeTracker(reportUnassertedChanges: false, untracked: untracked)
  }

  /// Takes out what has been changed by code that can't be followed.
  func takeUntracked() -> [UntrackedChanges.Change] { untracked.take() }

  /// Tracks what runs with some dependencies.
  func track(_ dependencies: inout DependencyValues) {
    tracker.track(&dependencies)
  }

  /// Forgets what has been changed since the last action.
  func forgetDrift() {
    tracker.reset()
  }

  /// An action is about to be handled.
  mutating func willReduce() {
    drift = cut()
  }

  /// The action has been handled, and nothing of its effect yet.
  mutating func didReduce(_ action: Int) {
    let changes = cut()
    guard changes != nil || drift != nil else { return }
    records.append(Record(action: action, drift: drift, changes: changes))
    drift = nil
  }

  /// What belongs to the assertion of an action.
  func step(of action: Int) -> SharedStep {
    if records.isEmpty { return now }
    let record = records.first { $0.action == action }
    let later = records.filter { $0.action > action }.flatMap(\.all)
    return SharedStep(tracker: tracker, changes: record.map { joined($0.all) }, later: later)
  }

  /// Forgets an action, which has been asserted or skipped.
  mutating func forget(_ action: Int) {
    // Nearly always the first one.
    guard let index = records.firstIndex(where: { $0.action == action }) else { return }
    records.remove(at: index)
  }

  /// Takes out what belongs to an assertion that is about no action.
  ///
  /// - Parameter action: The action that the test has to assert next, `nil` if there is none: what effects had changed before
  ///   it, or else since the last one.
  mutating func takeDrift(before action: Int?) -> SharedStep {
    guard let action else {
      return SharedStep(tracker: tracker, changes: cut(), later: [])
    }
    let index = records.firstIndex { $0.action == action }
    let drift = index.flatMap { records[$0].drift }
    if let index { records[index].drift = nil }
    let later = records.filter { $0.action >= action }.flatMap(\.all)
    return SharedStep(tracker: tracker, changes: drift, later: later)
  }

  /// A step in which nothing was changed, after all others.
  var now: SharedStep {
    SharedStep(tracker: tracker, changes: nil, later: [])
  }

  private func cut() -> SharedChanges? {
    // Most actions change none, and then nothing is allocated.
    tracker.hasChanges ? tracker.cut() : nil
  }

  private func joined(_ changes: [SharedChanges]) -> SharedChanges {
    guard let first = changes.first else { return SharedChanges() }
    return changes.dropFirst().reduce(first) { $0.merged(with: $1) }
  }
}
