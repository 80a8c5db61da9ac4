/// Shows a state that is made from shared values among others. Lives on the store's actor.
protocol SharedValueObserver: AnyObject {
  /// Notifies of the shared values that have changed since the state was read.
  func catchUp()
}

/// Reaches an observer on its actor after a change on any thread, without keeping either alive.
final class SharedValueObserverReference: Sendable {
  private weak let actor: (any Actor)?
  // Safe because it is set when the observer is created, and read on the actor only.
  private nonisolated(unsafe) weak var observer: (any SharedValueObserver)?

  init(actor: (any Actor)?) {
    self.actor = actor
  }

  /// Sets the observer. To be called once, when the observer is created.
  func attach(_ observer: any SharedValueObserver) {
    unsafe self.observer = observer
  }

  /// Lets the observer catch up: at once if the calling thread is known to be on its actor, else in a job of the actor.
  func catchUp(from current: (any Actor)?) {
    guard let actor else { return }
    if actor === current {
      unsafe observer?.catchUp()
    } else {
      Task { [self] in await catchUp(on: actor) }
    }
  }

  private func catchUp(on actor: isolated any Actor) {
    unsafe observer?.catchUp()
  }
}
