import CounterpointSupport
import Observation
import StateSharing

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
/// store has settled: it reads the new state. Several changes before that job cause one run.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads and shows the values.
/// - Returns: The observation. It ends when it is canceled or released, and a pending run is then dropped. That may
///   happen on any thread, and releases the captures of `apply` there.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping () -> Void
) -> ObserveToken {
  observe(isolation: isolation) { _ in apply() }
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
/// Like ``observe(isolation:_:)-(_,()->Void)``, with the ``UITransaction`` that was active at the first change. For
/// the first run it is the transaction that is active then.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads and shows the values.
/// - Returns: The observation. It ends when it is canceled or released.
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
    // A shared value can be changed on any thread, even between the read and the beginning of the observation.
    if isOutdated { schedule(nil) }
  }

  /// Schedules a run in a later job. On any thread, once per run.
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
