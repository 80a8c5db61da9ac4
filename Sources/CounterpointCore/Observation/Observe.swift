import Locks
import Observation

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
/// - Returns: Keep it: the observation ends when it is cancelled or released, and a run that is due then is left out. That may
///   happen on any thread, and releases there what `apply` captures.
public func observe(
  isolation: isolated (any Actor) = #isolation,
  _ apply: @escaping () -> Void
) -> ObserveToken {
  let observation = RepeatedObservation(actor: isolation, apply: apply)
  observation.run()
  return ObserveToken(keeping: observation)
}

/// A function that runs again after each change of what it has read. Kept by its token alone.
private final class RepeatedObservation: @unchecked Sendable {
  // @unchecked because the function is called on the actor only, where it was made; elsewhere it is at most released.

  private weak let actor: (any Actor)?
  private let apply: () -> Void

  init(actor: any Actor, apply: @escaping () -> Void) {
    self.actor = actor
    self.apply = apply
  }

  /// Runs the function, on its actor.
  func run() {
    withObservationTracking(apply) { [weak self] in self?.schedule() }
  }

  /// Has the function run on a later turn. Any thread, and only once for each run.
  private func schedule() {
    guard let actor else { return }
    // Weak in the task as well: a run that is due when the token goes is left out.
    Task { [weak self] in await self?.run(on: actor) }
  }

  private func run(on actor: isolated any Actor) {
    run()
  }
}
