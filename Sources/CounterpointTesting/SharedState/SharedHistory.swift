import DependencyInjection
import DequeModule
import IssueReporting
@_spi(Internals) import StateSharing

/// The unasserted changes of shared values by the feature of a test store, grouped by action.
///
/// Law 8: the changes of an action are asserted with that action, although others have been handled since. Changes
/// by effects between two actions belong to the later action, or, after the last action, to none.
struct SharedHistory {
  /// Changes, and their number among the steps.
  private typealias Step = (changes: SharedChanges, number: Int)

  private struct Record {
    /// The number of the action.
    let action: Int
    /// The changes by effects since the previous action.
    var effectChanges: Step?
    /// The changes by the action.
    var changes: Step?

    var all: [Step] { [effectChanges, changes].compactMap { $0 } }
  }

  private let tracker: SharedChangeTracker
  private let untracked: UntrackedChanges
  /// The records of actions with changes, or with preceding changes by effects, in order.
  private var records = Deque<Record>()
  /// The changes of all records.
  private var steps = LaterSteps()
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
    // In this order, because the numbers are those of the steps.
    let ofEffects = effectChanges.map { ($0, steps.append($0)) }
    let ofAction = changes.map { ($0, steps.append($0)) }
    records.append(Record(action: action, effectChanges: ofEffects, changes: ofAction))
    effectChanges = nil
  }

  /// Returns the changes that belong to the assertion of an action.
  func step(of action: Int) -> SharedStep {
    if records.isEmpty { return emptyStep }
    let record = records.first { $0.action == action }
    let changes = record.map { joined($0.all.map(\.changes)) }
    return SharedStep(tracker: tracker, changes: changes, later: steps(after: action))
  }

  /// Returns the steps that begin with an action after another one.
  private func steps(after action: Int) -> LaterSteps {
    // Almost always of the first or the second record.
    let next = records.lazy.filter { $0.action > action }.flatMap(\.all).first
    return next.map { steps.after($0.number - 1) } ?? LaterSteps()
  }

  /// Removes the record of an action that was asserted or skipped.
  mutating func remove(_ action: Int) {
    // Almost always the first one.
    guard let index = records.firstIndex(where: { $0.action == action }) else { return }
    // Steps before the first record are left out anyway, and a removal would copy those of the running assertion.
    if index > 0 { for (changes, number) in records[index].all { steps.remove(changes, number: number) } }
    records.remove(at: index)
    if records.isEmpty { steps = LaterSteps() }
  }

  /// Removes and returns the changes that belong to an assertion without an action.
  ///
  /// - Parameter action: The next action that the test has to assert; `nil` if there is none. The result contains
  ///   the changes by effects before that action, or otherwise those since the last action.
  mutating func takeEffectChanges(before action: Int?) -> SharedStep {
    guard let action else {
      return SharedStep(tracker: tracker, changes: takeChanges(), later: [])
    }
    var effectChanges: Step?
    if let index = records.firstIndex(where: { $0.action == action }) {
      effectChanges = records[index].effectChanges
      records[index].effectChanges = nil
    }
    if let effectChanges { steps.remove(effectChanges.changes, number: effectChanges.number) }
    return SharedStep(tracker: tracker, changes: effectChanges?.changes, later: steps(after: action - 1))
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
