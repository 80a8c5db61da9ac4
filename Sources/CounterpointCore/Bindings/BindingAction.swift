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

  /// Knows whether a reducer has done the writing, if a store was asked for it.
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
  /// Sets a property: `.set(\.name, "Bach")`. Key paths may lead further in, as in `\.address.city`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: Its new value. Observers are told if it differs from the old one.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable,
    _ value: Value
  ) -> Self {
    Self(keyPath: keyPath, value: value) { assign(value, to: keyPath, in: &$0) }
  }

  /// Sets a property inside a part of the state, where the part is.
  ///
  /// - Parameters:
  ///   - place: The property, inside the part.
  ///   - value: Its new value.
  static func set<Value: Equatable & Sendable>(_ place: BindingPlace<Root, Value>, _ value: Value) -> Self {
    Self(keyPath: place.keyPath, value: value) { root in
      // Observers of the whole part are notified of any assignment, so an equal value is not assigned.
      guard root[keyPath: place.keyPath] != value else { return }
      place.assign(value, &root)
    }
  }

  /// Performs the assignment of ``set(_:_:)``.
  static func assign<Value: Equatable>(_ value: Value, to keyPath: WritableKeyPath<Root, Value>, in root: inout Root) {
    if value is any IdentityTracked, root[keyPath: keyPath] == value { return }
    root[keyPath: keyPath] = value
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
    return (lhs.keyPath as PartialKeyPath) == rhs.keyPath && isEqual(lhs.value)
  }

  /// Matches the property that is set, as in `case .binding(\.name):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    (action.keyPath as PartialKeyPath) == keyPath
  }
}
