public import IdentifiedArrays

extension Shared {
  /// Derives a shared field of the value: `$user.name`.
  ///
  /// It belongs to the value that the wrapper shows now. Loading, saving and observing the field means doing so for
  /// the whole value.
  ///
  /// - Parameter keyPath: The field.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Shared<Member> {
    Shared<Member>(reference: KeyPathReference(reference, keyPath))
  }

  /// A field of the value that can only be read, shared.
  ///
  /// - Parameter keyPath: The field.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: KeyPathReader(reference, keyPath))
  }

  /// Derives a shared value with a function, which runs at each read.
  ///
  /// - Parameter body: The function.
  public func read<Member>(_ body: @escaping @Sendable (Value) -> Member) -> SharedReader<Member> {
    SharedReader<Member>(reference: MapReference(reference, body))
  }

  /// A field of the value that can only be read, shared.
  ///
  /// - Parameter keyPath: The field.
  @available(
    *,
    deprecated,
    message: "Write '$shared.field' for a field, or 'read { $0.field }' if it must not be writable."
  )
  public func read<Member>(_ keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(reference: KeyPathReader(reference, keyPath))
  }
}

extension RangeReplaceableCollection {
  /// The elements of a shared collection, each shared: `ForEach(Array($rows)) { … }`.
  ///
  /// They follow their ids, wherever the elements move. The wrapper of an element that was removed shows what it
  /// was when it was last read or changed through the wrapper.
  ///
  /// - Parameter shared: The collection.
  public init<Elements: _MutableIdentifiedCollection>(_ shared: Shared<Elements>)
  where Element == Shared<Elements.Element>, Elements.Index == Elements.IDs.Index {
    self.init(
      shared.wrappedValue.ids.compactMap { id in
        OptionalReference(KeyPathReference(shared.reference, \.[id: id]), following: false).map(Shared.init(reference:))
      }
    )
  }

  /// The elements of a shared collection that can only be read, each shared.
  ///
  /// They follow their ids, wherever the elements move. The wrapper of an element that was removed shows what it
  /// was when it was last read or changed through the wrapper.
  ///
  /// - Parameter shared: The collection.
  public init<Elements: _IdentifiedCollection>(_ shared: SharedReader<Elements>)
  where Element == SharedReader<Elements.Element>, Elements.Index == Elements.IDs.Index {
    self.init(
      shared.wrappedValue.ids.compactMap { id in
        OptionalReader(KeyPathReader(shared.reference, \.[id: id]), following: false).map(SharedReader.init(reference:))
      }
    )
  }
}
