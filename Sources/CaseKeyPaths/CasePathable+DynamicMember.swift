// These subscripts implement `value.name` for an enum with `@dynamicMemberLookup`. A read resolves to the first. An
// assignment of a payload resolves to the second, because the first has no setter. Any other write resolves to the
// third, which is unavailable and explains the alternatives.
extension CasePathable {
  /// The payload of a case by its name, `value.name`, or `nil` if the value is in another case.
  ///
  /// - Parameter keyPath: The property of the case path.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Replaces the payload of a case by its name, `value.name = payload`. Has no effect if the value is in another
  /// case.
  ///
  /// - Parameter keyPath: The property of the case path.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value {
    @available(
      *,
      unavailable,
      message: "The value may be in another case: read the payload as an optional. Run its reducer with 'ifCaseLet'."
    )
    get { preconditionFailure("Unavailable.") }
    set {
      let path = Self.allCasePaths[keyPath: keyPath]
      guard path.extract(from: self) != nil else { return }
      self = path.embed(newValue)
    }
  }

  /// Unavailable: an optional payload can't be written by the name of its case.
  ///
  /// - Parameter keyPath: The property of the case path.
  @_disfavoredOverload
  public subscript<Value>(
    // `Sendable` makes no difference to callers. It is needed because subscripts may not differ only in their
    // setters.
    dynamicMember keyPath: any KeyPath<AllCasePaths, AnyCasePath<Self, Value>> & Sendable
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    @available(
      *,
      unavailable,
      message: "Assign a whole case, 'value = .name(payload)', or edit the payload with 'value.modify(\\.name) { … }'."
    )
    set { preconditionFailure("Unavailable.") }
  }
}
