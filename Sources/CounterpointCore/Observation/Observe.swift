import Locks
import Observation
import StateSharing

/// Runs a function now, and again after each change of what it has read.
///
/// ```swift
/// let token = observe { [weak self] in
///   self?.label.text = "\(store.count)"
/// }
/// ```
///
/// The first run happens before `observe` returns. After a change of anything that the last run has read (fields of stores,
/// view stores, other `Observable` objects), the function runs again on a later turn of the actor that called `observe`,
/// when the store has settled: it sees the new state. Several changes before that turn cause one run.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads what it needs, and shows it.
/// - Returns: Keep it: the observation ends when it is canceled or released, and a run that is due then is left out. That may
///   happen on any thread, and releases there what `apply` captures.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping () -> Void
) -> ObserveToken {
  observe(isolation: isolation) { _ in apply() }
}

/// Runs a function now, and again after each change of what it has read, and hands it the transaction of the change.
///
/// ```swift
/// let token = observe { transaction in
///   panel.setExpanded(store.isExpanded, animation: transaction.animation)
/// }
/// ```
///
/// As ``observe(isolation:_:)-(_,()->Void)``, with the ``UITransaction`` that was active when what was read has changed: at the
/// first of several changes. At the first run it is the one that is active then.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads what it needs, and shows it.
/// - Returns: Keep it: the observation ends when it is canceled or released.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping (_ transaction: UITransaction) -> Void
) -> ObserveToken {
  let observation = RepeatedObservation(actor: isolation, apply: apply)
  observation.run(UITransaction.current)
  return ObserveToken(keeping: observation)
}

/// A function that runs again after each change of what it has read. Kept by its token alone.
private final class RepeatedObservation: @unchecked Sendable {
  // @unchecked because the function is called on the actor only, where it was made; elsewhere it is at most released.

  private weak let actor: (any Actor)?
  private let apply: (UITransaction) -> Void

  init(actor: any Actor, apply: @escaping (UITransaction) -> Void) {
    self.actor = actor
    self.apply = apply
  }

  /// Runs the function, on its actor.
  func run(_ transaction: UITransaction?) {
    let isOutdated = SharedReads.areOutdated {
      withObservationTracking {
        apply(transaction ?? UITransaction())
      } onChange: { [weak self] in
        // Told while the change is being made, within its transaction.
        self?.schedule(UITransaction.current)
      }
    }
    // What is shared can be changed on any thread, also after it was read and before it is watched, which is from now on.
    if isOutdated { schedule(nil) }
  }

  /// Has the function run on a later turn. Any thread, and only once for each run.
  private func schedule(_ transaction: UITransaction?) {
    guard let actor else { return }
    let reference = WeakReference(observation: self)
    Task { await Self.run(reference, transaction, on: actor) }
  }

  /// Looks for the observation on its actor only: one whose token has gone meanwhile does not run.
  private static func run(_ reference: WeakReference, _ transaction: UITransaction?, on actor: isolated any Actor) {
    reference.observation?.run(transaction)
  }

  private struct WeakReference: Sendable {
    weak let observation: RepeatedObservation?
  }
}
