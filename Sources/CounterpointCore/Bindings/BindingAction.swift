public import CaseKeyPaths
public import CustomDump

/// An assignment of a value to a property of some state.
///
/// ```swift
/// case .binding(\.name):
///   return validate(state.name)
/// case .binding:
///   return .none
/// ```
///
/// The pattern matches exactly this key path, and not its parents. `\.binding.name` is a case key path: it extracts
/// the assigned value.
public struct BindingAction<Root>: Sendable {
  /// The property.
  public let keyPath: any PartialKeyPath<Root> & Sendable

  let value: any Equatable & Sendable
  private let assign: @Sendable (inout Root) -> Void

  /// Detects whether a reducer performs the assignment; `nil` if it was not requested through a store.
  var write: BindingWrite?

  private init(
    keyPath: any PartialKeyPath<Root> & Sendable,
    value: any Equatable & Sendable,
    assign: @escaping @Sendable (inout Root) -> Void
  ) {
    self.keyPath = keyPath
    self.value = value
    self.assign = assign
  }

  /// Sets the property.
  func apply(to root: inout Root) {
    write?.handle()
    assign(&root)
  }
}

extension BindingAction where Root: ObservableState {
  /// Sets a property: `.set(\.name, "Bach")`. Key paths may be nested, as in `\.address.city`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value. Observers are notified if it differs from the old one.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    setting(keyPath, value)
  }
}

// Without the constraint of observable state, because a `Sendable` closure can't use the conformance of a type
// parameter.
extension BindingAction {
  /// Sets a property.
  private static func setting<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, value: value) { assign(value, to: keyPath, in: &$0) }
  }

  /// Sets a nested property in place.
  ///
  /// - Parameters:
  ///   - path: The property.
  ///   - value: The new value.
  static func set<Value: Equatable & Sendable>(_ path: BindingPath<Root, Value>, _ value: Value) -> Self {
    Self(keyPath: path.keyPath, value: value) { root in
      // An equal value is not assigned, because any assignment notifies the observers of the enclosing value.
      guard root[keyPath: path.keyPath] != value else { return }
      path.assign(value, &root)
    }
  }

  /// Performs the assignment of ``set(_:_:)``.
  static func assign<Value: Equatable>(_ value: Value, to keyPath: WritableKeyPath<Root, Value>, in root: inout Root) {
    if value is any _IdentityTracked, root[keyPath: keyPath] == value { return }
    root[keyPath: keyPath] = value
  }

  /// The case path to the new value of a property.
  private static func casePath<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) -> AnyCasePath<Self, Value> {
    AnyCasePath(
      embed: { setting(keyPath, $0) },
      extract: { keyPath == $0.keyPath ? $0.value as? Value : nil }
    )
  }
}

extension BindingAction: Equatable {
  /// Returns whether both set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
    return (lhs.keyPath as PartialKeyPath) == rhs.keyPath && isEqual(lhs.value)
  }

  /// Matches the property that is set, as in `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    (action.keyPath as PartialKeyPath) == keyPath
  }
}

/// An action type that can set any property of the feature's state, for text fields, toggles and pickers.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
///
/// A ``BindingReducer`` in the feature's `body` performs the assignment. `$store.name` is then a ``UIBinding``,
/// `store.name` can be assigned, and a reducer or a test can create the action with `.set(\.name, "Bach")`.
public protocol BindableAction<State> {
  /// The state with the properties.
  associatedtype State: ObservableState

  /// Creates the action that sets a property. A case named `binding` fulfills this requirement.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding action; `nil` for any other action.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The binding action; `nil` for any other action. This default finds the payload of the case `binding` by
  /// reflection, which takes about a microsecond.
  public var binding: BindingAction<State>? {
    guard let (label, payload) = Mirror(reflecting: self).children.first, label == "binding" else { return nil }
    return payload as? BindingAction<State>
  }

  /// Creates the action that sets a property: `.set(\.name, "Bach")` is short for `.binding(.set(\.name, "Bach"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<State, Value> & Sendable,
    _ value: Value
  ) -> Self {
    .binding(.set(keyPath, value))
  }
}

extension BindingAction: CasePathable where Root: ObservableState {
  /// The case paths of a binding action, one per property of the state.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case path to the new value of a property: `\.binding.name`.
    ///
    /// - Parameter keyPath: The property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      BindingAction.casePath(keyPath)
    }
  }

  /// The case paths of a binding action.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension BindingAction: CustomDumpStringConvertible {
  /// The action as in code: `.set(\State.name, "Bach")`.
  public var customDumpDescription: String {
    var text = ""
    customDump(value, to: &text)
    return ".set(\(name(of: keyPath)), \(text))"
  }
}

extension BindingAction {
  /// The new value.
  package var newValue: Any { value }

  /// The key path as a literal without its root type, as in `\.draft.email`; `nil` if the property names are unknown.
  package var keyPathText: String? {
    let name = name(of: keyPath)
    guard let dot = endOfRootType(in: name), !name.contains("<computed") else { return nil }
    return "\\\(name[dot...])"
  }
}

/// Returns a key path as a literal.
private func name<Root>(of keyPath: PartialKeyPath<Root>) -> String {
  func stored<State: ObservableState>(in type: State.Type) -> AnyKeyPath? {
    (keyPath as? PartialKeyPath<State>).flatMap { FieldTable<State>.ofRoot().path($0) }?.stored
  }
  // On Linux the runtime knows the names of stored properties, but not of computed ones such as the fields of
  // observable state. The stored property of a field has the same name with an underscore.
  guard let stored = (Root.self as? any ObservableState.Type).flatMap({ stored(in: $0) }) else {
    return keyPath.debugDescription
  }
  let parts = stored.debugDescription.split(separator: ".", omittingEmptySubsequences: false)
  return parts.map { $0.hasPrefix("_") ? $0.dropFirst() : $0 }.joined(separator: ".")
}
