import IdentifiedArrays

/// The locations from which children may be removed, so that the store of a removed child can show the child's last
/// state.
///
/// Saves a value that is removed from an observed location until the store has settled. Other values are not saved,
/// because the next edit of a saved value copies it. While no location is observed, a removal costs a check of an empty
/// table.
///
/// Belongs to one store, and is used on its actor.
final class RemovalRegistry {
  private struct Entry {
    /// Counted, because the order of a dictionary depends on addresses.
    let number: Int
    weak var observer: (any RemovalObserver)?
    let save: (Any) -> Void
  }

  private var entries: [StateLocation: [ObjectIdentifier: Entry]] = [:]
  private var limit = 8
  private var lastNumber = 0
  /// The observed locations of elements that other elements have replaced since the store last settled, by the
  /// locations of the other elements.
  private var replaced: [StateLocation: StateLocation] = [:]
  /// The values that were removed since the store last settled, in order.
  // Unchecked exclusivity, as in `StateChanges`: each access ends before other code is called.
  @safe @exclusivity(unchecked) private var removed: [(location: StateLocation, value: Any)] = []

  /// The registry of the store that is reducing on this thread; `nil` if no location is observed.
  static var current: RemovalRegistry? {
    guard let registry = StateChanges.current?.removals, !registry.isEmpty else { return nil }
    return registry
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether no value was removed since the store last settled.
  var hasNoRemovals: Bool { removed.isEmpty }

  /// The number of registered locations, including those whose observers were released.
  var count: Int { entries.count }

  /// Registers an observer of a location.
  ///
  /// - Parameters:
  ///   - observer: The observer, which is retained weakly.
  ///   - location: The location.
  ///   - save: Saves a value that was removed from the location; must not retain the observer.
  func register(_ observer: some RemovalObserver, at location: StateLocation, save: @escaping (Any) -> Void) {
    installElementObserver()
    // Released observers are searched only when the table has doubled, so that adding is amortized O(1).
    if entries.count >= limit {
      entries = entries.filter { $0.value.contains { $0.value.observer != nil } }
      limit = max(8, 2 * entries.count)
    }
    lastNumber += 1
    entries[location, default: [:]][ObjectIdentifier(observer)] = Entry(
      number: lastNumber,
      observer: observer,
      save: save
    )
  }

  /// Removes an observer from a location.
  func unregister(_ observer: some RemovalObserver, at location: StateLocation) {
    entries[location]?[ObjectIdentifier(observer)] = nil
    if entries[location]?.isEmpty ?? false { entries[location] = nil }
  }

  /// Saves a value that is about to be removed from a location, if the location is observed.
  func willRemove(_ value: some Any, from location: StateLocation) {
    let location = replaced.isEmpty ? location : replaced[location] ?? location
    if entries[location] != nil { removed.append((location, value)) }
  }

  /// Saves an element that is about to be removed from a collection, if the element is observed.
  func willRemove<Element>(_ element: Element) {
    let id = withAddress(of: element) { IdentityTracker<Element>.cached?.id(of: $0) }
    if let id { willRemove(element, from: StateLocation(element: id)) }
  }

  /// Records that an element was replaced at its place, so that the removal of the new one is found if the store has
  /// not settled in between.
  func noteReplacement(of old: ObservableStateID, by new: ObservableStateID) {
    let location = StateLocation(element: old)
    let observed = replaced[location] ?? location
    if entries[observed] != nil { replaced[StateLocation(element: new)] = observed }
  }

  /// Saves an element that is about to be replaced, if the element is observed.
  func willReplace<Element>(_ element: Element, with newElement: Element) {
    guard let tracker = IdentityTracker<Element>.cached,
      let old = withAddress(of: element, { tracker.id(of: $0) })
    else { return }
    willRemove(element, from: StateLocation(element: old))
    if let new = withAddress(of: newElement, { tracker.id(of: $0) }) { noteReplacement(of: old, by: new) }
  }

  /// Forgets the removed values.
  func discard() {
    removed = []
    replaced = [:]
  }

  /// Passes the removed values to the observers of their locations when the store has settled, and notifies the
  /// observers of all changed locations.
  func settle(_ changes: StateChanges) {
    let removed = removed
    discard()
    guard !isEmpty else { return }
    var observers: [any RemovalObserver] = []
    var known: Set<ObjectIdentifier> = []
    func entries(of location: StateLocation) -> [Entry] {
      guard let found = self.entries[location]?.values else { return [] }
      let entries = found.count == 1 ? Array(found) : found.sorted { $0.number < $1.number }
      for entry in entries {
        // An observer may have the address of a released one, whose entry is still there.
        if let observer = entry.observer, known.insert(ObjectIdentifier(observer)).inserted {
          observers.append(observer)
        }
      }
      return entries
    }
    for (location, value) in removed {
      for entry in entries(of: location) where entry.observer != nil { entry.save(value) }
    }
    for location in changes.locations { _ = entries(of: location) }
    for observer in observers { observer.locationDidChange() }
  }
}

/// A core, or the elements of a collection, whose state can be removed.
protocol RemovalObserver: AnyObject {
  /// Reads the observed locations after a change: the state may have been replaced or removed.
  func locationDidChange()
}

/// A core whose state can be removed.
protocol RemovableCore: AnyObject {
  /// Whether the state was removed. The core keeps showing the last state, even if a new child appears at its location.
  var isRemoved: Bool { get }

  /// Shows the last state from now on.
  func end()
}

/// The locations that an observer observes: all fields on the path from the root to its state.
struct RemovalSubscription {
  private let registry: RemovalRegistry
  private unowned let observer: any RemovalObserver
  private(set) var locations: [StateLocation] = []

  init(_ observer: any RemovalObserver, in registry: RemovalRegistry) {
    self.registry = registry
    self.observer = observer
  }

  /// Observes one more location.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - save: Saves a value that was removed from the location.
  mutating func add(_ location: StateLocation, save: @escaping (Any) -> Void) {
    locations.append(location)
    registry.register(observer, at: location, save: save)
  }

  /// Ends the observation.
  mutating func cancel() {
    for location in locations { registry.unregister(observer, at: location) }
    locations = []
  }
}

/// The last state of a removed child, from the removal until the store has settled.
final class RemovedState<State> {
  /// `nil` if nothing was removed.
  var state: StateSnapshot<State>?
}

/// Returns a core's state from a removed value: the value itself, or the payload of its case.
func removedState<State>(in value: Any) -> State? {
  if let state = value as? State { return state }
  if let presentation = value as? any PresentingState {
    return presentation.presented.flatMap { removedState(in: $0) }
  }
  if let payload = EnumCase(of: value)?.payload { return removedState(in: payload) }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional else { return nil }
  return mirror.children.first.flatMap { removedState(in: $0.value) }
}

/// A presentation with an unknown type of state.
protocol PresentingState {
  /// The presented state.
  var presented: Any? { get }
}

/// A location in observable state: a field of a value, or an element of a collection.
struct StateLocation: Hashable {
  /// The serial number of the value.
  let value: UInt64
  /// The number of the field; -1 for an element.
  let field: Int

  /// The location of a field of a value.
  init(value: UInt64, field: Int) {
    self.value = value
    self.field = field
  }

  /// The location of an element, whichever collection contains it.
  init(element: ObservableStateID) {
    self.init(value: element.serial, field: -1)
  }
}

// MARK: - Elements of identified arrays

/// Makes identified arrays report removed elements, from the first observed location on.
///
/// The hook is process-wide and is owned by this file. It costs each removal of an element one check, because an
/// identified array is a plain value without a reference to a store.
private func installElementObserver() {
  if ElementObservers.current == nil { ElementObservers.install(ElementRemovalObserver()) }
}

private struct ElementRemovalObserver: ElementObserver {
  func willRemove<Element>(_ element: Element) {
    RemovalRegistry.current?.willRemove(element)
  }

  func willReplace<Element>(_ element: Element, with newElement: Element) {
    RemovalRegistry.current?.willReplace(element, with: newElement)
  }
}
