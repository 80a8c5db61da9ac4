/// A view on one element of a collection of features.
final class ElementCore<Container: ElementContainer, ContainerAction, Action>: StoreCore<Container.Element, Action> {
  typealias State = Container.Element

  private let siblings: ElementStores<Container, ContainerAction, Action>
  private let id: Container.ElementID
  private let embed: (Action) -> ContainerAction

  /// Who observes which value the element is. Not the observers of the collection: those are told of every element that
  /// comes or goes, and there may be as many element stores as elements.
  private lazy var observers = FieldObservers()
  private var isObserved = false
  /// The identity of the element that the observers have read, `nil` if it was gone.
  private var observedIdentity: ObservableStateID?

  private let lastSeen: LastSeen<State>
  private var isOver: Bool

  /// - Parameters:
  ///   - siblings: The stores of the collection.
  ///   - id: The element's id.
  ///   - lastSeen: What the element is.
  ///   - isOver: Whether the element is gone already, and `lastSeen` is shown in its place.
  ///   - embed: Makes the collection's action of the element's.
  init(
    _ siblings: ElementStores<Container, ContainerAction, Action>,
    id: Container.ElementID,
    lastSeen: LastSeen<State>,
    isOver: Bool = false,
    embed: @escaping (Action) -> ContainerAction
  ) {
    self.siblings = siblings
    self.id = id
    self.lastSeen = lastSeen
    self.isOver = isOver
    self.embed = embed
    super.init(hub: siblings.container.hub)
    watch()
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
    // What is shown here changes no more.
    guard !isOver else { return }
    observers.access(0)
    startObserving()
    observedIdentity = currentIdentity
  }

  private func startObserving() {
    guard !isObserved else { return }
    isObserved = true
    siblings.observe(self)
    observedIdentity = currentIdentity
  }

  override func watchReplacements() {
    siblings.container.watchReplacements()
    observers.watch(0)
    startObserving()
  }

  override var isReplaced: Bool { siblings.container.isReplaced || hub.changes.contains(observers, field: 0) }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    siblings.container.send(embed(action), at: location)
  }

  override func settleAgain() {
    siblings.container.settleAgain()
  }

  /// Notes, after a change of the collection, whether another element is here now.
  func noteReplacement() {
    guard currentIdentity != observedIdentity else { return }
    watch()
    hub.changes.note(observers, field: 0)
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

extension ElementCore: EndingCore {
  func keep(_ departed: Any) {
    guard !isOver, let departed: State = departedState(in: departed) else { return }
    lastSeen.keep(departed)
    // What has come in its place may be a copy that was changed elsewhere, and have the same identity.
    if isObserved { hub.changes.note(observers, field: 0) }
  }

  func watch() {
    // What goes is noted only where somebody may look.
    siblings.container.watchReplacements()
    withElement { hub.changes.watched.watch(self, showing: $0, lastSeen) }
  }

  func end() {
    isOver = true
  }
}
