import IdentifiedArrays

/// The values that stores show and that may go, so that a store whose value has gone can go on showing it as it was last.
///
/// Kept are the values that go while a store shows them, and no others: to keep each value that is shown would have the next
/// edit of it copy it. Where nobody shows such a value, a value that goes costs a look here.
///
/// Belongs to one store, and is used on its actor.
public final class WatchedStates {
  /// The cores that show a value, by what tells the value from others.
  private var cores: [UInt64: WeakList<any EndingCore>] = [:]
  private var limit = 8
  /// The values that have gone since the store was last settled, as they were then.
  @safe @exclusivity(unchecked) private var departed: [UInt64: Any] = [:]

  init() {}

  /// The values that the store watches which is reducing on this thread, `nil` if there are none.
  static var current: WatchedStates? {
    guard let watched = StateChanges.current?.watched, !watched.isEmpty else { return nil }
    return watched
  }

  var isEmpty: Bool { cores.isEmpty }

  /// Whether no value has gone since the store was last settled.
  var hasNoDeparted: Bool { departed.isEmpty }

  /// How many values are remembered, those of which no store is left included.
  var count: Int { cores.count }

  /// Has a core told when a value goes that it shows.
  func watch(_ core: some EndingCore, showing value: ObservableStateID) {
    observeElements()
    // As in `StoreCore.child(_:make:)`: a look at the dead ones only when there may be many.
    if cores.count >= limit {
      cores = cores.filter { !$0.value.areAllGone }
      limit = max(8, 2 * cores.count)
    }
    cores[value.serial, default: WeakList()].append { [weak core] in core }
  }

  /// Keeps a value that goes, if a store shows it.
  func note(_ value: some ObservableState) {
    let serial = value._$id.serial
    if let cores = cores[serial], !cores.areAllGone { departed[serial] = value }
  }

  /// Gives the values that have gone to the cores that showed them, when the store has settled.
  func settle() {
    guard !departed.isEmpty else { return }
    let departed = departed
    self.departed = [:]
    for (serial, value) in departed {
      cores.removeValue(forKey: serial)?.forEach { core in
        core.keep(value)
        // Another value may have taken the place of the one that has gone.
        core.watch()
      }
    }
  }
}

/// A core whose state can go.
protocol EndingCore: AnyObject {
  /// The value that was shown here has gone: what to show if there is none in its place.
  func keep(_ departed: Any)

  /// Watches the value that is here now.
  func watch()

  /// The state was seen to be gone: this core shows it no more, even if something comes back in its place.
  func end()
}

/// Finds the state that a core shows in a value that has gone: the value itself, or the payload of the case that it is in.
func departedState<State>(in value: Any) -> State? {
  if let state = value as? State { return state }
  return EnumCase(of: value)?.payload.flatMap { departedState(in: $0) }
}

// MARK: - Elements of identified arrays

/// Has identified arrays tell which elements go, from the first watched value on.
private func observeElements() {
  if ElementObservers.current == nil { ElementObservers.install(DepartingElements()) }
}

private struct DepartingElements: ElementObserver {
  func willRemove<Element>(_ element: Element) {
    guard let watched = WatchedStates.current else { return }
    IdentityTracker<Element>.known?.depart(element, watched)
  }
}
