@_spi(Internals) import CounterpointSupport

/// The store of a binding: a weakly referenced store, or the value of another binding.
struct StoreSource<State, Action> {
  /// Returns the store; `nil` after its release.
  let find: () -> Store<State, Action>?
  let identity: AnyHashable

  init(_ store: Store<State, Action>) {
    find = { [weak store] in store }
    identity = AnyHashable(ObjectIdentifier(store))
  }

  init(_ location: any BindingLocation<Store<State, Action>>) {
    find = { location.value }
    identity = location.identity
  }

  /// The store, read without tracking.
  var untracked: Store<State, Action>? { withoutTracking(find) }
}

/// A property of a store's state. A write sends the action that sets the property.
final class StoreProperty<State: ObservableState, Action, Value: Equatable & Sendable>: BindingLocation {
  private let source: StoreSource<State, Action>
  private let path: BindingPath<State, Value>
  private let location: SourceLocation
  private let embed: (BindingAction<State>) -> Action
  private var last: Value

  init(
    _ source: StoreSource<State, Action>,
    _ path: BindingPath<State, Value>,
    current: Value,
    at location: SourceLocation,
    _ embed: @escaping (BindingAction<State>) -> Action
  ) {
    self.source = source
    self.path = path
    self.location = location
    self.embed = embed
    self.last = current
  }

  var value: Value {
    if let store = source.find() { last = store[dynamicMember: path.keyPath as KeyPath] }
    return last
  }

  func set(_ value: Value) {
    guard let store = source.untracked else { return }
    store.core.hub.preconditionIsolated()
    store.core.write(.set(path, value), at: location, embed)
  }

  func sendableMember<Member: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> any BindingLocation<Member> {
    StoreProperty<State, Action, Member>(
      source,
      path.appending(keyPath),
      current: withoutTracking { value }[keyPath: keyPath],
      at: location,
      embed
    )
  }

  var identity: AnyHashable {
    AnyHashable(BindingIdentity(base: source.identity, path: path.keyPath as AnyKeyPath))
  }
}

/// The path to a nested property of a state, which is edited level by level, in place.
///
/// One key path is not enough, because a write through a computed property, such as a field of observable state, edits
/// a copy.
struct BindingPath<Root, Value>: @unchecked Sendable {
  // @unchecked because key paths can capture values that are not Sendable. These are concatenations of Sendable ones.

  /// The whole path as one key path.
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  /// Sets the property.
  let assign: (Value, inout Root) -> Void
  /// Edits the property in place.
  private let edit: (inout Root, (inout Value) -> Void) -> Void

  /// Creates the path to a property of the root itself.
  init(_ keyPath: any WritableKeyPath<Root, Value> & Sendable) where Root: ObservableState, Value: Equatable {
    self.init(
      keyPath: keyPath,
      assign: { BindingAction.assign($0, to: keyPath, in: &$1) },
      edit: { StatePath.of(keyPath).edit(&$0, $1) }
    )
  }

  private init(
    keyPath: any WritableKeyPath<Root, Value> & Sendable,
    assign: @escaping (Value, inout Root) -> Void,
    edit: @escaping (inout Root, (inout Value) -> Void) -> Void
  ) {
    self.keyPath = keyPath
    self.assign = assign
    self.edit = edit
  }

  /// Returns the path to a property of the value.
  func appending<Member>(_ member: any WritableKeyPath<Value, Member> & Sendable) -> BindingPath<Root, Member> {
    BindingPath<Root, Member>(
      keyPath: sendableKeyPath(keyPath, appending: member),
      assign: { [edit] value, root in edit(&root) { $0[keyPath: member] = value } },
      edit: { [edit] root, body in edit(&root) { StatePath.of(member).edit(&$0, body) } }
    )
  }
}
