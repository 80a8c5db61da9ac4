// These make `value.name` work on an enum that is marked with `@dynamicMemberLookup`. Which of the three is meant follows from
// the use: a read finds the first; an assignment of a payload can't, because it has no setter, and finds the second; whatever
// else wants to write finds the third, and with it the advice.
extension CasePathable {
  /// The payload of a case by the case's name, or `nil` when the value is in another case: `value.name`.
  ///
  /// - Parameter keyPath: The case path's property.
  public subscript<Value>(dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Replaces the payload of a case by the case's name, `value.name = payload`; does nothing in another case.
  ///
  /// - Parameter keyPath: The case path's property.
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

  /// Refuses to write an optional payload by the case's name, and says what to write instead.
  ///
  /// - Parameter keyPath: The case path's property.
  @_disfavoredOverload
  public subscript<Value>(
    // `Sendable` changes nothing for a caller; two subscripts may not differ in nothing but their setters.
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
