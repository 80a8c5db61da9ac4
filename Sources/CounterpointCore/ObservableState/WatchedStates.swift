import IdentifiedArrays

/// The places from which children may be removed, so that the store of a removed child can show the child's last state.
///
/// Keeps the values that are removed from the watched places until the store has settled, and no others: to keep each
/// value that is shown would have the next edit copy it. While no store watches a place, a removal costs a check of
/// an empty table.
///
/// Belongs to one store, and is used on its actor.
final class WatchedStates {
  private struct Entry {
    weak var watcher: (any PlaceWatcher)?
    let keep: (Any) -> Void
  }

  private var entries: [StatePlace: [ObjectIdentifier: Entry]] = [:]
  private var limit = 8
  /// The values that were removed since the store was last settled, in order.
  @safe @exclusivity(unchecked) private var departed: [(place: StatePlace, value: Any)] = []

  /// The watched places of the store that is reducing on this thread, `nil` if there are none.
  static var current: WatchedStates? {
    guard let watched = StateChanges.current?.watched, !watched.isEmpty else { return nil }
    return watched
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether no value was removed since the store was last settled.
  var hasNoDeparted: Bool { departed.isEmpty }

  /// The number of recorded fields, including those that no store shows any more.
  var count: Int { entries.count }

  /// Watches a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - watcher: The watcher, which is held weakly.
  ///   - keep: Keeps a value that was removed from the place; must not hold the watcher.
  func watch(_ place: StatePlace, by watcher: some PlaceWatcher, keep: @escaping (Any) -> Void) {
    observeElements()
    // As in `StoreCore.child(_:make:)`: a search for dead watchers only when there may be many.
    if entries.count >= limit {
      entries = entries.filter { $0.value.contains { $0.value.watcher != nil } }
      limit = max(8, 2 * entries.count)
    }
    entries[place, default: [:]][ObjectIdentifier(watcher)] = Entry(watcher: watcher, keep: keep)
  }

  /// Ends watching a place.
  func forget(_ place: StatePlace, by watcher: some PlaceWatcher) {
    entries[place]?[ObjectIdentifier(watcher)] = nil
    if entries[place]?.isEmpty ?? false { entries[place] = nil }
  }

  /// Keeps a value that is about to be removed from a place, if a store shows it.
  func depart(_ place: StatePlace, _ value: some Any) {
    if entries[place] != nil { departed.append((place, value)) }
  }

  /// Keeps an element that is about to be removed from a collection, if a store shows it.
  func depart<Element>(_ element: Element) {
    let id = withAddress(of: element) { IdentityTracker<Element>.known?.id(of: $0) }
    if let id { depart(StatePlace(element: id), element) }
  }

  /// Gives the removed values to the watchers of their places, when the store has settled, and has the watchers read
  /// the places in which something has changed.
  func settle(_ changes: StateChanges) {
    let departed = departed
    self.departed = []
    guard !isEmpty else { return }
    var watchers: [ObjectIdentifier: any PlaceWatcher] = [:]
    func entries(of place: StatePlace) -> [Entry] {
      let entries = self.entries[place] ?? [:]
      for (id, entry) in entries { watchers[id] = entry.watcher }
      return Array(entries.values)
    }
    for (place, value) in departed {
      for entry in entries(of: place) where entry.watcher != nil { entry.keep(value) }
    }
    for place in changes.places { _ = entries(of: place) }
    for watcher in watchers.values { watcher.placeHasChanged() }
  }
}

/// A core, or the elements of a collection, whose state can be removed.
protocol PlaceWatcher: AnyObject {
  /// Reads the place after a change: the state may be another one, or may have been removed.
  func placeHasChanged()
}

/// A core whose state can be removed.
protocol EndingCore: AnyObject {
  /// Whether the state was removed. The core keeps showing the last state, even if another one comes to the same place.
  var isOver: Bool { get }

  /// Shows the last state from now on.
  func end()
}

/// The places that a watcher watches, all the way from the root.
struct PlaceWatch {
  private let watched: WatchedStates
  private unowned let watcher: any PlaceWatcher
  private(set) var places: [StatePlace] = []

  init(_ watcher: any PlaceWatcher, in watched: WatchedStates) {
    self.watched = watched
    self.watcher = watcher
  }

  /// Watches a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - keep: Keeps a value that was removed from the place.
  mutating func add(_ place: StatePlace, keep: @escaping (Any) -> Void) {
    places.append(place)
    watched.watch(place, by: watcher, keep: keep)
  }

  /// Ends watching.
  mutating func cancel() {
    for place in places { watched.forget(place, by: watcher) }
    places = []
  }
}

/// The last state of a removed child, from the removal until the store has settled.
final class DepartedState<State> {
  /// `nil` if nothing was removed.
  var state: StateSnapshot<State>?
}

/// Finds the state that a core shows in a value that was removed: the value itself, or the payload of the case that
/// it is in.
func departedState<State>(in value: Any) -> State? {
  if let state = value as? State { return state }
  if let presentation = value as? any PresentingState {
    return presentation.presented.flatMap { departedState(in: $0) }
  }
  if let payload = EnumCase(of: value)?.payload { return departedState(in: payload) }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return nil }
  return mirror.children.first.flatMap { departedState(in: $0.value) }
}

// MARK: - Elements of identified arrays

/// Lets identified arrays report removed elements, from the first watched place on.
private func observeElements() {
  if ElementObservers.current == nil { ElementObservers.install(DepartingElements()) }
}

private struct DepartingElements: ElementObserver {
  func willRemove<Element>(_ element: Element) {
    WatchedStates.current?.depart(element)
  }
}
