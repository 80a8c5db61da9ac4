import DependencyInjection
import DequeModule
import IssueReporting
@_spi(Internals) import StateSharing

/// The unasserted changes of shared values by the feature of a test store, grouped by action.
///
/// Law 8: the changes of an action are asserted with that action, although others have been handled since. Changes
/// by effects between two actions belong to the later action, or, after the last action, to none.
struct SharedHistory {
  private struct Record {
    /// The number of the action.
    let action: Int
    /// The changes by effects since the previous action.
    var effectChanges: SharedChanges?
    /// The changes by the action.
    var changes: SharedChanges?

    var all: [SharedChanges] { [effectChanges, changes].compactMap { $0 } }
  }

  private let tracker: SharedChangeTracker
  private let untracked: UntrackedChanges
  /// The records of actions with changes, or with preceding changes by effects, in order.
  private var records = Deque<Record>()
  /// The changes by effects since the previous action, while an action is handled.
  private var effectChanges: SharedChanges?

  /// - Parameter hasEffects: Returns whether any effect is in flight, which may cause an untracked change.
  init(hasEffects: @escaping @Sendable () -> Bool) {
    // XCTest provides no way to tell whether code belongs to a test.
    let isInTest = TestContext.currentTestID != nil
    untracked = UntrackedChanges { isInTest && TestContext.currentTestID == nil && hasEffects() }
    tracker = SharedChangeTracker(reportUnassertedChanges: false, untracked: untracked)
  }

  /// Removes and returns the changes by code that the store can't track.
  func takeUntracked() -> [UntrackedChanges.Change] { untracked.take() }

  /// Installs change tracking in dependencies.
  func track(_ dependencies: inout DependencyValues) {
    tracker.track(&dependencies)
  }

  /// Discards the changes since the last action.
  func discardChanges() {
    tracker.reset()
  }

  /// Records that an action is about to be handled.
  mutating func willReduce() {
    effectChanges = takeChanges()
  }

  /// Records that an action has been handled, before its effects run.
  mutating func didReduce(_ action: Int) {
    let changes = takeChanges()
    guard changes != nil || effectChanges != nil else { return }
    records.append(Record(action: action, effectChanges: effectChanges, changes: changes))
    effectChanges = nil
  }

  /// Returns the changes that belong to the assertion of an action.
  func step(of action: Int) -> SharedStep {
    if records.isEmpty { return emptyStep }
    let record = records.first { $0.action == action }
    let later = records.filter { $0.action > action }.flatMap(\.all)
    return SharedStep(tracker: tracker, changes: record.map { joined($0.all) }, later: later)
  }

  /// Removes the record of an action that was asserted or skipped.
  mutating func remove(_ action: Int) {
    // Almost always the first one.
    guard let index = records.firstIndex(where: { $0.action == action }) else { return }
    records.remove(at: index)
  }

  /// Removes and returns the changes that belong to an assertion without an action.
  ///
  /// - Parameter action: The next action that the test has to assert; `nil` if there is none. The result contains
  ///   the changes by effects before that action, or otherwise those since the last action.
  mutating func takeEffectChanges(before action: Int?) -> SharedStep {
    guard let action else {
      return SharedStep(tracker: tracker, changes: takeChanges(), later: [])
    }
    let index = records.firstIndex { $0.action == action }
    let effectChanges = index.flatMap { records[$0].effectChanges }
    if let index { records[index].effectChanges = nil }
    let later = records.filter { $0.action >= action }.flatMap(\.all)
    return SharedStep(tracker: tracker, changes: effectChanges, later: later)
  }

  /// A step without changes, after all others.
  var emptyStep: SharedStep {
    SharedStep(tracker: tracker, changes: nil, later: [])
  }

  private func takeChanges() -> SharedChanges? {
    // Most actions change no shared value, and then nothing is allocated.
    tracker.hasChanges ? tracker.cut() : nil
  }

  private func joined(_ changes: [SharedChanges]) -> SharedChanges {
    guard let first = changes.first else { return SharedChanges() }
    return changes.dropFirst().reduce(first) { $0.merged(with: $1) }
  }
}
