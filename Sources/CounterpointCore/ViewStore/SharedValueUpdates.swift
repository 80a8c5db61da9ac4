import Synchronization

/// An actor that decides when its view stores notify their listeners of shared values that have changed elsewhere.
///
/// For an actor whose listeners are expensive: it can run one job for all changes until then, behind more urgent work.
/// With any other actor, each notification is a job with the priority of the change.
@_spi(Internals) public protocol UpdateSchedulingActor: Actor {
  /// Schedules an update of a view store. A view store has at most one update that waits.
  ///
  /// Called on any thread, right after the change.
  ///
  /// - Parameter update: Notifies the listeners. Call it once, on the actor.
  nonisolated func schedule(_ update: @escaping @Sendable (_ actor: isolated any Actor) -> Void)
}

/// An observer of shared values, among others. Lives on the store's actor.
protocol SharedValueObserver: AnyObject {
  /// Notifies the listeners of shared values that have changed since the state was read.
  func catchUp()
}

/// A weak reference to an observer and its actor, which notifies the observer after a change on any thread.
final class SharedValueObserverReference: Sendable {
  private weak let actor: (any Actor)?
  // Safe because it is set when the observer is created, and read on the actor only.
  private nonisolated(unsafe) weak var observer: (any SharedValueObserver)?
  /// Whether an update waits, which includes all changes until it runs.
  private let isScheduled = Atomic(false)

  init(actor: (any Actor)?) {
    self.actor = actor
  }

  /// Sets the observer. Called once, at the observer's creation.
  func attach(_ observer: any SharedValueObserver) {
    unsafe self.observer = observer
  }

  /// Notifies the observer: immediately if `current` is its actor, otherwise in a later job of the actor.
  func catchUp(from current: (any Actor)?) {
    guard let actor else { return }
    if actor === current {
      unsafe observer?.catchUp()
      return
    }
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if let actor = actor as? any UpdateSchedulingActor {
      actor.schedule { [self] in catchUp(on: $0) }
    } else {
      Task { [self] in await catchUp(on: actor) }
    }
  }

  private func catchUp(on actor: isolated any Actor) {
    // Before the values are read, so that a later change is not missed. The exchange sees the changes that found an
    // update waiting.
    _ = isScheduled.exchange(false, ordering: .acquiringAndReleasing)
    unsafe observer?.catchUp()
  }
}
