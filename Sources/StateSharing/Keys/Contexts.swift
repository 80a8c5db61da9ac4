/// The reason for a load.
public enum LoadContext<Value> {
  /// A reference is being created; this is its value until a stored one is loaded.
  case initialValue(Value)

  /// The program called `load()`.
  case userInitiated

  /// The initial value of the reference that is being created, if there is one.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// The reason for a save.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed. It may be written later, together with other changes.
  case didSet

  /// The program called `save()` and waits until the value is stored.
  case userInitiated
}
