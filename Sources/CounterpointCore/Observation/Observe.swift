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
/// store has settled, and reads the new state. Several changes before that job are coalesced into one run.
///
/// - Parameters:
///   - isolation: The actor that the function runs on; leave it out.
///   - apply: Reads and shows the values.
/// - Returns: The observation. Its cancellation or release ends it, drops a pending run, and releases the captures of
///   `apply`. This may happen on any thread.
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
/// Like ``observe(isolation:_:)-(_,()->Void)``, with the ``UITransaction`` that was active at the first change. The
/// first run receives the transaction that is active at the call.
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
  return ObserveToken(retaining: observation)
}

/// A function that runs again after each change of the values that it has read. Retained only by its token.
private final class RepeatedObservation: @unchecked Sendable {
  // @unchecked because the function is called only on the actor. Other threads only release it.

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
        // Called during the change, within its transaction.
        self?.schedule(UITransaction.current)
      }
    }
    // Another thread can change a shared value between the read and the start of the observation.
    if isOutdated { schedule(nil) }
  }

  /// Schedules a run in a later job. Called on any thread, once per run.
  private func schedule(_ transaction: UITransaction?) {
    guard let actor else { return }
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
