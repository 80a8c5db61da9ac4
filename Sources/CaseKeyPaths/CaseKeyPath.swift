/// A key path to a case of an enum: `\.child` where a `CaseKeyPath<Action, Child.Action>` is expected.
///
/// Case key paths can be chained (`\.child.tap`), appended and hashed. Equal paths from different source locations
/// are equal.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path with an unknown payload type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension KeyPath {
  /// Embeds a payload: `(\Action.Cases.child)(.tap)` is `Action.child(.tap)`.
  public func callAsFunction<Enum, Payload>(_ payload: Payload) -> Enum
  where Root == Case<Enum>, Value == Case<Payload> {
    AnyCasePath(self).embed(payload)
  }

  /// Creates the value of a case without a payload: `(\Action.Cases.reset)()` is `Action.reset`.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension KeyPath {
  /// The key path to the property of the case in `AllCasePaths`: `\Action.AllCasePaths.child` for
  /// `\Action.Cases.child`.
  ///
  /// - Returns: The key path, equal to a literal one; `nil` for `\.self`.
  package func property<Enum, Payload>() -> AnyKeyPath? where Root == Case<Enum>, Value == Case<Payload> {
    Case<Enum>()[keyPath: self].path?.property
  }
}

extension PartialKeyPath {
  /// Embeds a payload whose type is known only at run time.
  ///
  /// - Parameter value: The payload. If the case has an optional payload, a value of the wrapped type is accepted
  ///   too.
  /// - Returns: The value of the case, or `nil` if the payload has another type.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
    partialCase().embed(value, in: Enum.self)
  }
}

prefix operator /

/// Unavailable: the former spelling of the case path of a case with a payload, `/Action.child`.
@available(*, unavailable, message: "Write a key path to the case: '\\.child' instead of '/Action.child'")
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> CaseKeyPath<Root, Value> {
  preconditionFailure("Unavailable.")
}

/// Unavailable: the former spelling of the case path of a case without a payload, `/Action.tap`.
@available(*, unavailable, message: "Write a key path to the case: '\\.tap' instead of '/Action.tap'")
public prefix func / <Root>(root: Root) -> CaseKeyPath<Root, Void> {
  preconditionFailure("Unavailable.")
}
