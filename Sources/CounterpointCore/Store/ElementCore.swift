/// A view on one element of a collection of features.
@safe
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

  /// What there is to read when the element is gone: what it was when the store was made.
  private let firstSeen: State
  private var isOver = false

  init(
    _ siblings: ElementStores<Container, ContainerAction, Action>,
    id: Container.ElementID,
    current: State,
    embed: @escaping (Action) -> ContainerAction
  ) {
    self.siblings = siblings
    self.id = id
    self.firstSeen = current
    self.embed = embed
    super.init(hub: siblings.container.hub)
  }

  override var isInvalid: Bool {
    if isOver || siblings.container.isInvalid { return true }
    return unsafe withElement { unsafe $0 == nil }
  }

  override func withState<Value>(_ body: (UnsafePointer<State>) throws -> Value) rethrows -> Value {
    try unsafe withElement { element in
      if let element = unsafe element { return try unsafe body(element) }
      return try unsafe withUnsafePointer(to: firstSeen, body)
    }
  }

  override func track() {
    observers.access(0)
    if !isObserved {
      isObserved = true
      siblings.observe(self)
    }
    observedIdentity = currentIdentity
  }

  override func send(_ action: Action, at location: SourceLocation) -> EffectScope? {
    siblings.container.send(embed(action), at: location)
  }

  /// Notes, after a change of the collection, whether another element is here now.
  func noteReplacement() {
    guard currentIdentity != observedIdentity else { return }
    hub.changes.note(observers, field: 0)
  }

  private var currentIdentity: ObservableStateID? {
    unsafe withElement { element in
      guard let element = unsafe element else { return nil }
      return unsafe siblings.tracker?.id(of: element)
    }
  }

  private func withElement<Value>(_ body: (UnsafePointer<State>?) throws -> Value) rethrows -> Value {
    guard !isOver else { return try body(nil) }
    return try unsafe siblings.container.withState { container in try unsafe container.pointee.withElement(id: id, body)
    }
  }
}

extension ElementCore: EndingCore {
  func keep(_ departed: Any) {}

  func end() {
    isOver = true
  }
}
