/// Why a value is loaded.
public enum LoadContext<Value> {
  /// A reference is being made, which has this value until another is found.
  case initialValue(Value)

  /// Somebody called `load()`.
  case userInitiated

  /// The value that a reference is being made with, if one is being made.
  public var initialValue: Value? {
    if case .initialValue(let value) = self { value } else { nil }
  }
}

extension LoadContext: Sendable where Value: Sendable {}
extension LoadContext: Equatable where Value: Equatable {}
extension LoadContext: Hashable where Value: Hashable {}

/// Why a value is saved.
public enum SaveContext: Hashable, Sendable {
  /// The value was changed. It may be written later, together with other changes.
  case didSet

  /// Somebody called `save()` and waits for the value to be stored.
  case userInitiated
}
