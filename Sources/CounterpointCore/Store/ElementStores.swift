import IdentifiedArrays
import OrderedCollections

/// The stores of the elements of one collection. Weak: each store lives as long as its users hold it, and the cores of
/// the stores hold this object.
final class ElementStores<Container: ElementContainer, ContainerAction, Action> {
  typealias State = Container.Element
  typealias ElementStore = Store<State, Action>
  typealias Core = ElementCore<Container, ContainerAction, Action>

  /// The store of the whole collection, retained so that the same element stores are found again.
  private let list: Store<Container, ContainerAction>
  let tracker = IdentityTracker<State>.make()
  private let embed: (Container.ElementID, Action) -> ContainerAction

  private var elements: [Container.ElementID: WeakElement] = [:]
  private var elementLimit = 8

  /// The membership at the last comparison of stores and elements.
  private var knownMembership: Membership?
  /// Whether a comparison is necessary because a value on the path to the collection was replaced.
  private var hasMoved = false
  private var ownWatch: RemovalSubscription?

  private struct WeakElement {
    /// Outlives the store if a store below is held.
    weak var core: Core?
    weak var store: ElementStore?
  }

  private init(
    _ list: Store<Container, ContainerAction>,
    embed: @escaping (Container.ElementID, Action) -> ContainerAction
  ) {
    self.list = list
    self.embed = embed
  }

  /// Returns the element stores of a store's collection.
  static func of(
    _ list: Store<Container, ContainerAction>,
    embed: @escaping (Container.ElementID, Action) -> ContainerAction
  ) -> ElementStores {
    if let known = list.core.elementStores as? ElementStores { return known }
    let stores = ElementStores(list, embed: embed)
    list.core.elementStores = stores
    return stores
  }

  var container: StoreCore<Container, ContainerAction> { list.core }

  /// Returns the store of an element; `nil` if there is no element with the id.
  func store(id: Container.ElementID) -> ElementStore? {
    guard hasElement(id: id) else {
      elements.removeValue(forKey: id)?.core?.end()
      return nil
    }
    if let known = elements[id], let core = known.core, !core.isRemoved { return known.store ?? makeStore(core, id) }
    guard let current = snapshot(id: id) else { return nil }
    if knownMembership == nil { startObserving() }
    // As in `StoreCore.child(_:make:)`, dead entries are searched only when there may be many.
    if elements.count >= elementLimit {
      elements = elements.filter { $0.value.core != nil }
      elementLimit = max(8, 2 * elements.count)
    }
    let core = Core(self, id: id, snapshot: current, embed: embedding(id))
    elements[id] = WeakElement(core: core)
    return makeStore(core, id)
  }

  /// Returns the store of an element, or of a removed element of which a store is still held.
  func storeOrHeldStore(id: Container.ElementID) -> ElementStore? {
    if hasElement(id: id) { return store(id: id) }
    guard let known = elements[id], let core = known.core else { return nil }
    return known.store ?? makeStore(core, id)
  }

  private func makeStore(_ core: Core, _ id: Container.ElementID) -> ElementStore {
    let store = ElementStore(core: core)
    elements[id]?.store = store
    return store
  }

  /// Returns a store of a removed element whose state is unknown; it shows another element.
  func storeOfGoneElement(id: Container.ElementID, showing other: StateSnapshot<State>) -> ElementStore {
    ElementStore(core: Core(self, id: id, snapshot: other, isRemoved: true, embed: embedding(id)))
  }

  private func hasElement(id: Container.ElementID) -> Bool {
    container.withState { $0.lend { $0.withElement(id: id) { $0 != nil } } }
  }

  /// Returns the state of an element, to be shown after its removal.
  func snapshot(id: Container.ElementID) -> StateSnapshot<State>? {
    container.withState { $0.lend { $0.withElement(id: id) { $0.map { StateSnapshot($0) } } } }
  }

  private func embedding(_ id: Container.ElementID) -> (Action) -> ContainerAction {
    { [embed] in embed(id, $0) }
  }

  private func startObserving() {
    container.hub.add(self)
    knownMembership = membership
    startWatching()
  }

  private func startWatching() {
    ownWatch?.cancel()
    var watch = RemovalSubscription(self, in: container.hub.changes.removals)
    withoutTracking {
      container.watch(&watch) { [weak self] container in self?.keep(in: container) }
    }
    ownWatch = watch
  }

  private func keep(in container: Address<Container>) {
    for core in cores { core.keep(in: container) }
  }

  /// Schedules a comparison of the stores with the elements before observers are notified.
  func elementHasGone() {
    hasMoved = true
  }

  private var cores: [Core] { elements.values.compactMap(\.core) }

  private var membership: Membership {
    container.withState { $0.lend { $0.membership } }
  }
}

extension ElementStores: MembershipObserver {
  func noteChanges() {
    // O(1) for a collection that has not changed, however many of its elements are observed.
    let current = membership
    guard hasMoved || current != knownMembership else { return }
    hasMoved = false
    knownMembership = current
    withoutTracking { for core in cores { core.collectionHasChanged() } }
  }
}

extension ElementStores: RemovalObserver {
  func locationDidChange() {
    hasMoved = true
    startWatching()
  }
}

/// Checks, when a store has settled, whether elements of a collection have been replaced or removed.
protocol MembershipObserver: AnyObject {
  /// Adds the replacements to the store's changes.
  func noteChanges()
}

/// A collection whose elements keep their ids: the source of element stores.
protocol ElementContainer<ElementID, Element> {
  associatedtype ElementID: Hashable
  associatedtype Element

  /// The ids of the elements, in order.
  var elementIDs: [ElementID] { get }

  /// The identity of the current membership, which changes when elements are added, removed, moved or replaced. O(1).
  var membership: Membership { get }

  /// Calls a function with the address of an element; with `nil` if there is none. O(1).
  func withElement<Result>(id: ElementID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result
}

extension IdentifiedArray: ElementContainer {
  var elementIDs: [ID] { ids.elements }
}

extension StackState: ElementContainer {
  var elementIDs: [StackElementID] { ids.elements }

  func withElement<Result>(id: StackElementID, _ body: (Address<Element>?) throws -> Result) rethrows -> Result {
    guard let index = elements.index(forKey: id) else { return try body(nil) }
    return try elements.values.withElement(at: index, body)
  }
}
