@_spi(Internals) import CounterpointSupport

/// A view of one element of a collection of features.
final class ElementCore<Container: ElementContainer, ContainerAction, Action>: StoreCore<Container.Element, Action> {
  typealias State = Container.Element

  private let siblings: ElementStores<Container, ContainerAction, Action>
  private let id: Container.ElementID
  private let embed: (Action) -> ContainerAction

  /// The observers of the element's identity. The collection's observers can't be used, because they are notified of
  /// every added or removed element, and there may be as many element stores as elements.
  private lazy var observers = FieldObservers()
  private var isObserved = false
  /// The identity that the observers last read or were notified of.
  private var observedIdentity: ObservableStateID?

  private var snapshot: StateSnapshot<State>
  private let removed = RemovedState<State>()
  private var ownWatch: RemovalSubscription?

  /// Whether the element was removed. A later element with the same id has a store of its own.
  private(set) var isRemoved: Bool

  /// Creates a view of an element.
  ///
  /// - Parameters:
  ///   - siblings: The stores of the collection.
  ///   - id: The element's id.
  ///   - snapshot: The state of the element.
  ///   - isRemoved: Whether the element has already been removed, and `snapshot` is shown.
  ///   - embed: Embeds the element's action in the collection's.
  init(
    _ siblings: ElementStores<Container, ContainerAction, Action>,
    id: Container.ElementID,
    snapshot: StateSnapshot<State>,
    isRemoved: Bool = false,
    embed: @escaping (Action) -> ContainerAction
  ) {
    self.siblings = siblings
    self.id = id
    self.snapshot = snapshot
    self.isRemoved = isRemoved
    self.embed = embed
    super.init(hub: siblings.container.hub)
    if !isRemoved { startWatching(currentIdentity) }
  }

  override var mapped: SourceLocation? { siblings.container.mapped }

  override var isInvalid: Bool {
    if isRemoved || siblings.container.isInvalid { return true }
    return withElement { $0 == nil }
  }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    try withElement { element in
      if let element { return try body(element) }
      return try body(snapshot.state)
    }
  }

  override var isStored: Bool { !isRemoved && siblings.container.isStored }

  override func hashPosition(into hasher: inout Hasher) {
    siblings.container.hashPosition(into: &hasher)
    hasher.combine(id)
  }

  override func trackPath() {
    // The state of a removed element does not change any more.
    guard !isRemoved else { return }
    observers.access(0)
    isObserved = true
    observedIdentity = currentIdentity
  }

  override func followPath() -> [StateLocation] {
    // Not the path to the collection, which changes with every other element. The siblings find replaced elements.
    []
  }

  override func didFollow() {
    observedIdentity = currentIdentity
  }

  override func watch(_ watch: inout RemovalSubscription, keep: @escaping (Address<State>) -> Void) {
    guard !isRemoved else { return }
    let id = id
    siblings.container.watch(&watch) { container in
      container.lend { $0.withElement(id: id) { if let element = $0 { keep(element) } } }
    }
    guard let identity = currentIdentity else { return }
    watch.add(StateLocation(element: identity)) { value in
      if let state = value as? State { withAddress(of: state, keep) }
    }
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    siblings.container.send(embed(action), at: location)
  }

  override func settleAgain() {
    siblings.container.settleAgain()
  }

  /// Records, after a change of the collection, whether the element was replaced or removed.
  func collectionHasChanged() {
    guard !isRemoved else { return }
    let last = removed.state
    removed.state = nil
    guard withElement({ $0 != nil }) else {
      if let last { snapshot = last }
      elementWasReplaced()
      return end()
    }
    let identity = currentIdentity
    defer { observedIdentity = identity }
    if isReplaced(identity) { elementWasReplaced() }
    if ownWatch?.locations.first != identity.map(StateLocation.init(element:)) { startWatching(identity) }
  }

  /// Saves the last state of the element when the whole collection is removed.
  func keep(in container: Address<Container>) {
    container.lend { container in
      container.withElement(id: id) { element in
        if let element { removed.state = StateSnapshot(element) }
      }
    }
  }

  /// Returns whether the element differs from the one that the observers have read, or is a copy that was not edited
  /// in place.
  private func isReplaced(_ identity: ObservableStateID?) -> Bool {
    guard let identity, let observedIdentity else { return identity != observedIdentity }
    guard identity.isSameValue(as: observedIdentity) else { return true }
    guard identity.isOld || identity.isEditedCopy else { return false }
    // The observers may have read a newer copy than the one that was followed.
    return !identity.isSameVersion(as: observedIdentity) || identity.newestEdit != observedIdentity.newestEdit
  }

  private func elementWasReplaced() {
    noteReplacement()
    if isObserved { hub.changes.note(observers, field: 0) }
  }

  private func startWatching(_ identity: ObservableStateID?) {
    ownWatch?.cancel()
    ownWatch = nil
    guard let identity else { return }
    var watch = RemovalSubscription(self, in: hub.changes.removals)
    watch.add(StateLocation(element: identity)) { [removed] value in
      if let state = value as? State { withAddress(of: state) { removed.state = StateSnapshot($0) } }
    }
    ownWatch = watch
  }

  private var currentIdentity: ObservableStateID? {
    withElement { element in
      guard let element else { return nil }
      return siblings.tracker?.id(of: element)
    }
  }

  private func withElement<Value>(_ body: (Address<State>?) throws -> Value) rethrows -> Value {
    guard !isRemoved else { return try body(nil) }
    return try siblings.container.withState { container in
      // In place, because generic code copies a value that it passes on.
      try container.lend { try $0.withElement(id: id, body) }
    }
  }
}

extension ElementCore: RemovableCore, RemovalObserver {
  func locationDidChange() {
    siblings.elementHasGone()
  }

  func end() {
    isRemoved = true
    ownWatch?.cancel()
  }
}
