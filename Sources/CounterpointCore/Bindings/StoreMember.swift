@_spi(Internals) import CounterpointSupport
public import CaseKeyPaths

/// A property of a store's state from which a binding with a custom action is created: `$store.name` in
/// `$store.name.sending(\.nameChanged)`.
@dynamicMemberLookup
public struct StoreMember<State: ObservableState, Action, Value> {
  private let store: Store<State, Action>
  private let source: StoreSource<State, Action>
  private let keyPath: KeyPath<State, Value>

  init(_ store: Store<State, Action>, _ source: StoreSource<State, Action>, _ keyPath: KeyPath<State, Value>) {
    self.store = store
    self.source = source
    self.keyPath = keyPath
  }

  /// A property of the property.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> StoreMember<State, Action, Member> {
    StoreMember<State, Action, Member>(store, source, self.keyPath.appending(path: keyPath))
  }

  /// Returns a binding of the property. A write sends an action with the new value, and the feature decides how the
  /// state changes.
  ///
  /// ```swift
  /// nameField.bind($store.name.sending(\.nameChanged))
  /// ```
  ///
  /// - Parameter action: The case with the new value.
  public func sending(
    _ action: CaseKeyPath<Action, Value>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> UIBinding<Value> {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return UIBinding(SentValue(source, keyPath, current: store.withState(keyPath), action, at: location))
  }
}

/// A property of a store's state. A write sends an action with the new value.
private final class SentValue<State: ObservableState, Action, Value>: BindingLocation {
  private let source: StoreSource<State, Action>
  private let keyPath: KeyPath<State, Value>
  private let action: CaseKeyPath<Action, Value>
  private let location: SourceLocation
  private var last: Value

  init(
    _ source: StoreSource<State, Action>,
    _ keyPath: KeyPath<State, Value>,
    current: Value,
    _ action: CaseKeyPath<Action, Value>,
    at location: SourceLocation
  ) {
    self.source = source
    self.keyPath = keyPath
    self.action = action
    self.location = location
    self.last = current
  }

  var value: Value {
    if let store = source.find() { last = store[dynamicMember: keyPath] }
    return last
  }

  func set(_ value: Value) {
    guard let store = source.untracked else { return }
    store.core.hub.preconditionIsolated()
    guard !store.core.isStateRemoved else { return }
    _ = store.core.send(action(value), at: location)
  }

  var identity: AnyHashable {
    AnyHashable(
      BindingIdentity(base: AnyHashable(BindingIdentity(base: source.identity, path: keyPath)), path: action)
    )
  }
}
