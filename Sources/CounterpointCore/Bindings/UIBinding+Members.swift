public import CaseKeyPaths

extension UIBinding {
  /// A property of the value: `$user.name`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> UIBinding<Member> {
    UIBinding<Member>(location.member(keyPath), transaction: transaction)
  }

  // Beside the one above, because only such a value can be part of an action. Rather than that, where both serve.

  /// A property of the value: `$user.name`. If the value is in a store's state, writing sends the action that sets this very
  /// property.
  ///
  /// Swift takes this one for every property that is `Equatable`: such a property has to be `Sendable` too.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> UIBinding<Member> {
    UIBinding<Member>(location.sendableMember(keyPath), transaction: transaction)
  }

  /// A property of a value that may not be there: `$user.address.city`. Reading gives `nil` where it isn't; writing `nil` makes
  /// the value itself `nil`, and writing anything else where there is none does nothing.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: WritableKeyPath<Wrapped, Member>
  ) -> UIBinding<Member?> where Value == Wrapped? {
    UIBinding<Member?>(OptionalMember(location, keyPath), transaction: transaction)
  }

  /// An optional property of a value that may not be there. Writing `nil` makes the property `nil`.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: WritableKeyPath<Wrapped, Member?>
  ) -> UIBinding<Member?> where Value == Wrapped? {
    UIBinding<Member?>(OptionalMemberOfOptional(location, keyPath), transaction: transaction)
  }
}

extension UIBinding where Value: CasePathable {
  /// The payload of a case, `nil` if the value is in another case now: `$result.success`.
  ///
  /// When the value goes over to another case, the binding keeps the last payload that was read, and writing it does nothing.
  ///
  /// - Parameter keyPath: The case path's property.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Member>>
  ) -> UIBinding<Member>? {
    CasePayload(location, Value.allCasePaths[keyPath: keyPath], keyPath)
      .map { UIBinding<Member>($0, transaction: transaction) }
  }
}

extension UIBinding {
  /// The payload of a case of an enum that may not be there; `nil` in another case. Writing `nil` makes the whole value `nil`,
  /// and does nothing in another case, as does writing a payload.
  ///
  /// - Parameter keyPath: The case path's property.
  public subscript<Wrapped: CasePathable, Member>(
    dynamicMember keyPath: KeyPath<Wrapped.AllCasePaths, AnyCasePath<Wrapped, Member>>
  ) -> UIBinding<Member?> where Value == Wrapped? {
    UIBinding<Member?>(
      OptionalCasePayload(location, Wrapped.allCasePaths[keyPath: keyPath], keyPath),
      transaction: transaction
    )
  }
}
