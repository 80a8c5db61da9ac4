import CounterpointThreadLocals

/// The changes of shared values that a store makes on the current thread while it handles an action. Their observers
/// may read the store, so they are notified when it has settled.
///
/// One object serves all stores of a thread. If the reducer of one store runs inside that of another, the outer store
/// notifies for both.
package final class SharedNotifications {
  private struct Change: Hashable {
    let observation: SharedObservation
    let property: SharedObservation.Property

    static func == (left: Self, right: Self) -> Bool {
      left.observation === right.observation && left.property == right.property
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(observation))
      hasher.combine(property.number)
    }
  }

  private var changes: [Change] = []
  private var known: Set<Change> = []
  private var followers: [SharedFollower] = []

  private init() {}

  /// Postpones the notification of a change until the store has settled.
  ///
  /// - Returns: `false` if no store is handling an action on this thread; the caller then notifies the observers.
  static func postpone(_ observation: SharedObservation, _ property: SharedObservation.Property) -> Bool {
    guard counterpoint_postpones_notifications() else { return false }
    let change = Change(observation: observation, property: property)
    let pending = pending ?? make()
    if pending.known.insert(change).inserted { pending.changes.append(change) }
    return true
  }

  private static var pending: SharedNotifications? {
    // Safe because the word holds a reference until `take` has released it.
    unsafe UnsafeRawPointer(bitPattern: counterpoint_get_pending_notifications()).map {
      unsafe Unmanaged<SharedNotifications>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func make() -> SharedNotifications {
    let new = SharedNotifications()
    unsafe counterpoint_exchange_pending_notifications(UInt(bitPattern: Unmanaged.passRetained(new).toOpaque()))
    return new
  }

  /// Removes and returns the postponed changes, for the caller to notify; `nil` if there are none, or if an outer
  /// store is still handling an action on this thread.
  ///
  /// Followers of the values are outdated when this returns.
  package static func take() -> SharedNotifications? {
    guard !counterpoint_postpones_notifications(), let pending else { return nil }
    counterpoint_exchange_pending_notifications(0)
    unsafe Unmanaged.passUnretained(pending).release()
    for change in pending.changes {
      pending.followers += change.observation.outdateFollowers(of: change.property)
    }
    return pending
  }

  /// Notifies Observation's trackers of the values.
  package func notifyObservers() {
    for change in changes { change.observation.notifyObservers(of: change.property) }
  }

  /// Wakes the followers that have not called their functions again meanwhile.
  ///
  /// - Parameter actor: The actor that this thread is on.
  package func wakeFollowers(on actor: (any Actor)?) {
    for follower in followers where follower.isOutdated { follower.wake(on: actor) }
  }
}
