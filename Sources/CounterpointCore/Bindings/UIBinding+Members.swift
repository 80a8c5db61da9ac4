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

  /// Returns the binding of a property: `$user.name`. If the value is in a store's state, a write sends the action
  /// that sets exactly this property.
  ///
  /// Swift selects this overload for every property that is `Equatable`, which has to be `Sendable` too.
  ///
  /// - Parameter keyPath: The property.
  public subscript<Member: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> UIBinding<Member> {
    UIBinding<Member>(location.sendableMember(keyPath), transaction: transaction)
  }

  /// Returns the binding of an optional value's property: `$user.address.city`. It reads `nil` if the value is
  /// absent. Writing `nil` makes the value itself `nil`; writing to an absent value does nothing.
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
  /// Returns the binding of a case's payload, `nil` if the value is in another case now: `$result.success`.
  ///
  /// When the value changes to another case, the binding keeps the payload that was read last, and writes do nothing.
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
  /// Returns the binding of the payload of an optional enum's case; `nil` in another case. Writing `nil` makes the
  /// whole value `nil`. In another case, writes do nothing.
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
