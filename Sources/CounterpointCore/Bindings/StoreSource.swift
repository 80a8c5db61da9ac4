import CounterpointSupport

/// The store of a binding: a retained store, or the value of another binding.
struct StoreSource<State, Action> {
  /// The store, `nil` once it is gone.
  let find: () -> Store<State, Action>?
  let identity: AnyHashable

  init(_ store: Store<State, Action>) {
    find = { [weak store] in store }
    identity = AnyHashable(ObjectIdentifier(store))
  }

  init(_ location: BindingLocation<Store<State, Action>>) {
    find = { location.value }
    identity = location.identity
  }

  /// The store, without tracking which one it is.
  var untracked: Store<State, Action>? { withoutTracking(find) }
}

/// A property of a store's state, which is written by sending the action that sets it.
final class StoreProperty<State: ObservableState, Action, Value: Equatable & Sendable>: BindingLocation<Value> {
  private let source: StoreSource<State, Action>
  private let place: BindingPlace<State, Value>
  private let location: SourceLocation
  private let embed: (BindingAction<State>) -> Action
  private var last: Value

  init(
    _ source: StoreSource<State, Action>,
    _ place: BindingPlace<State, Value>,
    current: Value,
    at location: SourceLocation,
    _ embed: @escaping (BindingAction<State>) -> Action
  ) {
    self.source = source
    self.place = place
    self.location = location
    self.embed = embed
    self.last = current
  }

  override var value: Value {
    if let store = source.find() { last = store[dynamicMember: place.keyPath as KeyPath] }
    return last
  }

  override func set(_ value: Value) {
    guard let store = source.untracked else { return }
    store.core.hub.preconditionIsolated()
    store.core.write(.set(place, value), at: location, embed)
  }

  override func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> BindingLocation<Member> {
    StoreProperty<State, Action, Member>(
      source,
      place.appending(keyPath),
      current: withoutTracking { value }[keyPath: keyPath],
      at: location,
      embed
    )
  }

  override var identity: AnyHashable {
    AnyHashable(BindingIdentity(base: source.identity, way: place.keyPath as AnyKeyPath))
  }
}
