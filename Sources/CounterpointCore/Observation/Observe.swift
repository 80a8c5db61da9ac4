@_spi(Internals) import CounterpointSupport
import Observation
import StateSharing
import Synchronization

/// Runs a function now, and again after each change of the values that it has read.
///
/// ```swift
/// let token = observe { [weak self] in
///   self?.label.text = "\(store.count)"
/// }
/// ```
///
/// The first run happens before `observe` returns. After a change of a value read in the last run (fields of stores,
/// view stores, other `Observable` objects), the function runs again in a later job of the calling actor, when the
/// store has settled, and reads the new state. Several changes before that job are coalesced into one run.
///
/// A change by the function itself counts as well, if it is of a store, view store, binding or shared value that the
/// function has read before. So a function that always changes what it has read runs forever; a thousand such runs in
/// a row are reported as an issue, if they change stores. Such changes of other
/// `Observable` objects are not noticed, because Observation begins to track a function's reads at its end.
///
/// An `observe` inside of the function is independent of it: what only the inner function reads does not run the outer
/// one. For other `Observable` objects, Observation adds the first reads of the inner function to those of the outer
/// one.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads and shows the values.
/// - Returns: The observation. Its cancellation or release ends it, drops a pending run, and releases the captures of
///   `apply`. This may happen on any thread.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping () -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ObserveToken {
  observe(isolation: isolation, { _ in apply() }, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Runs a function now, and again after each change of the values that it has read, with the transaction of the
/// change.
///
/// ```swift
/// let token = observe { transaction in
///   panel.setExpanded(store.isExpanded, animation: transaction.animation)
/// }
/// ```
///
/// Like `observe` without a parameter, with the ``UITransaction`` that was active at the first change. The
/// first run receives the transaction that is active at the call.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads and shows the values.
/// - Returns: The observation. It ends when it is canceled or released.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping (_ transaction: UITransaction) -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) -> ObserveToken {
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let observation = RepeatedObservation(actor: isolation, location: location, apply: apply)
  observation.run(UITransaction.current)
  return ObserveToken(retaining: observation)
}

/// A function that runs again after each change of the values that it has read. Retained only by its token.
private final class RepeatedObservation: @unchecked Sendable {
  // @unchecked because everything but `currentRun` is used only on the actor. Other threads only release it.

  private weak let actor: (any Actor)?
  private let location: SourceLocation
  private let apply: (UITransaction) -> Void
  private var runs = 0
  /// The number of runs in a row that the function itself has made necessary.
  private var ownRuns = 0
  /// The number of the run that a change may still schedule the next one after; 0 if the next one is scheduled.
  private let currentRun = Atomic(0)
  /// Follows the shared values that a nested run has read, until the next run.
  private var follower: SharedFollower?
  private var hasNestedReads = false

  init(actor: any Actor, location: SourceLocation, apply: @escaping (UITransaction) -> Void) {
    self.actor = actor
    self.location = location
    self.apply = apply
  }

  deinit {
    if hasNestedReads { NestedReads.shared.remove(ObjectIdentifier(self)) }
  }

  /// Runs the function, on its actor.
  func run(_ transaction: UITransaction?) {
    endNestedReads()
    runs += 1
    let number = runs
    currentRun.store(number, ordering: .sequentiallyConsistent)
    let run = ObservationRun(of: self)
    func track() {
      withObservationTracking {
        run.run { apply(transaction ?? UITransaction()) }
      } onChange: { [weak self] in
        // Called during the change, within its transaction.
        self?.schedule(after: number, UITransaction.current)
      }
    }
    guard !run.isNested else { return trackNested(track, number) }
    // Another thread can change a shared value between the read and the start of the observation, and the function
    // itself can change any value.
    if SharedReads.areOutdated(after: track) || run.isOutdated { schedule(after: number, nil) }
    ownRuns = run.isOutdated ? ownRuns + 1 : 0
    if ownRuns == Self.reportedRuns { reportOwnRuns() }
  }

  private static let reportedRuns = 1_000

  private func reportOwnRuns() {
    reportIssue(
      """
      An 'observe' runs forever: it has changed what it reads \(Self.reportedRuns) times in a row.

      The function runs again after each change of a value that it has read, also if it makes the change itself. Change \
      the value in the reducer, or only until it is what the function wants.
      """,
      at: location
    )
  }

  private func trackNested(_ track: () -> Void, _ number: Int) {
    hasNestedReads = true
    let follower = SharedFollower(replacesObservation: true) { [weak self] _ in
      self?.schedule(after: number, UITransaction.current)
    }
    self.follower = follower
    follower.follow(track)
  }

  private func endNestedReads() {
    guard hasNestedReads else { return }
    hasNestedReads = false
    follower = nil
    NestedReads.shared.remove(ObjectIdentifier(self))
  }

  /// Schedules a run in a later job. Called on any thread.
  ///
  /// - Parameter run: The number of the run whose values have changed; 0 if the next run is already scheduled, or if
  ///   it is unknown. Does nothing then.
  private func schedule(after run: Int, _ transaction: UITransaction?) {
    guard run != 0, currentRun.compareExchange(expected: run, desired: 0, ordering: .sequentiallyConsistent).exchanged,
      let actor
    else { return }
    let reference = WeakReference(observation: self)
    Task { await Self.run(reference, transaction, on: actor) }
  }

  /// Runs the observation on its actor, unless its token was released meanwhile.
  private static func run(_ reference: WeakReference, _ transaction: UITransaction?, on actor: isolated any Actor) {
    reference.observation?.run(transaction)
  }

  private struct WeakReference: Sendable {
    weak let observation: RepeatedObservation?
  }
}

extension RepeatedObservation: NestedObservation {
  func fieldDidChange() {
    schedule(after: currentRun.load(ordering: .sequentiallyConsistent), UITransaction.current)
  }
}
