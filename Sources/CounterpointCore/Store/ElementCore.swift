import CounterpointSupport

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

  private var lastSeen: StateSnapshot<State>
  private let departed = DepartedState<State>()
  private var ownWatch: PlaceWatch?

  /// Whether the element was removed. A later element with the same id has a store of its own.
  private(set) var isOver: Bool

  /// Creates a view of an element.
  ///
  /// - Parameters:
  ///   - siblings: The stores of the collection.
  ///   - id: The element's id.
  ///   - lastSeen: The state of the element.
  ///   - isOver: Whether the element has already been removed, and `lastSeen` is shown.
  ///   - embed: Embeds the element's action in the collection's.
  init(
    _ siblings: ElementStores<Container, ContainerAction, Action>,
    id: Container.ElementID,
    lastSeen: StateSnapshot<State>,
    isOver: Bool = false,
    embed: @escaping (Action) -> ContainerAction
  ) {
    self.siblings = siblings
    self.id = id
    self.lastSeen = lastSeen
    self.isOver = isOver
    self.embed = embed
    super.init(hub: siblings.container.hub)
    if !isOver { startWatching(currentIdentity) }
  }

  override var mapped: SourceLocation? { siblings.container.mapped }

  override var isInvalid: Bool {
    if isOver || siblings.container.isInvalid { return true }
    return withElement { $0 == nil }
  }

  override func withState<Value>(_ body: (Address<State>) throws -> Value) rethrows -> Value {
    try withElement { element in
      if let element { return try body(element) }
      return try body(lastSeen.state)
    }
  }

  override func track() {
    // The state of a removed element does not change any more.
    guard !isOver else { return }
    observers.access(0)
    isObserved = true
    observedIdentity = currentIdentity
  }

  override func watch(_ watch: inout PlaceWatch, keep: @escaping (Address<State>) -> Void) {
    guard !isOver else { return }
    let id = id
    siblings.container.watch(&watch) { container in
      container.value.withElement(id: id) { if let element = $0 { keep(element) } }
    }
    guard let identity = currentIdentity else { return }
    watch.add(StatePlace(element: identity)) { value in
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
    guard !isOver else { return }
    let last = departed.state
    departed.state = nil
    guard withElement({ $0 != nil }) else {
      if let last { lastSeen = last }
      noteReplacement()
      return end()
    }
    let identity = currentIdentity
    defer { observedIdentity = identity }
    if isReplaced(identity) { noteReplacement() }
    if ownWatch?.places.first != identity.map(StatePlace.init(element:)) { startWatching(identity) }
  }

  /// Saves the last state of the element when the whole collection is removed.
  func keep(in container: Address<Container>) {
    container.value.withElement(id: id) { element in
      if let element { departed.state = StateSnapshot(element) }
    }
  }

  /// Returns whether the element differs from the one that the observers have read, or is a copy that was not edited
  /// in place.
  private func isReplaced(_ identity: ObservableStateID?) -> Bool {
    guard let identity, let observedIdentity else { return identity != observedIdentity }
    guard identity.isSameValue(as: observedIdentity) else { return true }
    return !identity.isSameVersion(as: observedIdentity) && (identity.isOld || identity.isEditedCopy)
  }

  private func noteReplacement() {
    if isObserved { hub.changes.note(observers, field: 0) }
  }

  private func startWatching(_ identity: ObservableStateID?) {
    ownWatch?.cancel()
    ownWatch = nil
    guard let identity else { return }
    var watch = PlaceWatch(self, in: hub.changes.watched)
    watch.add(StatePlace(element: identity)) { [departed] value in
      if let state = value as? State { withAddress(of: state) { departed.state = StateSnapshot($0) } }
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
    guard !isOver else { return try body(nil) }
    return try siblings.container.withState { container in
      try container.value.withElement(id: id, body)
    }
  }
}

extension ElementCore: EndingCore, PlaceWatcher {
  func placeHasChanged() {
    siblings.elementHasGone()
  }

  func end() {
    isOver = true
    ownWatch?.cancel()
  }
}
