public import CaseKeyPaths
@_spi(Internals) import CounterpointSupport

/// Read and write access to a value that a screen shows, independent of the value's storage.
///
/// A text field takes a `UIBinding<String>`, a toggle a `UIBinding<Bool>`, a sheet a `UIBinding<Item?>`.
///
/// ```swift
/// @UIBindable var store: StoreOf<Profile>
///
/// let field = TextField(text: $store.name)
/// let token = observe { field.show(field.text.wrappedValue) }
/// field.onChange = { field.text.wrappedValue = $0 }
/// ```
///
/// Reads are tracked. `$user.name` is the binding of a property. There are also bindings to optional values and to the
/// payloads of enum cases.
///
/// A binding lives on the actor that created it, like its store, and is not `Sendable`.
@propertyWrapper
@dynamicMemberLookup
public struct UIBinding<Value> {
  let location: any BindingLocation<Value>

  /// The transaction of each write. An active transaction takes precedence.
  public var transaction = UITransaction()

  init(_ location: any BindingLocation<Value>, transaction: UITransaction = UITransaction()) {
    self.location = location
    self.transaction = transaction
  }

  /// Creates a binding that stores its value itself, for local state of a screen. Copies of the binding share the
  /// value.
  ///
  /// - Parameter wrappedValue: The initial value.
  public init(wrappedValue: Value) {
    self.init(StoredValue(wrappedValue))
  }

  /// Creates a copy of a binding.
  ///
  /// - Parameter projectedValue: The binding.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// Returns a binding of a constant. Writing it does nothing.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: Value) -> Self {
    Self(ConstantValue(value))
  }

  /// The value. Reading it is tracked. A write changes the storage, or sends an action if the binding is that of a
  /// store.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set {
      guard !transaction.isEmpty, UITransaction.current == nil else { return location.set(newValue) }
      withUITransaction(transaction) { location.set(newValue) }
    }
  }

  /// This binding: `$name`.
  public var projectedValue: Self { self }

  /// Returns this binding with another transaction.
  ///
  /// - Parameter transaction: The transaction of each write. An active transaction takes precedence.
  public func transaction(_ transaction: UITransaction) -> Self {
    Self(location, transaction: transaction)
  }
}

extension UIBinding: Identifiable where Value: Identifiable {
  /// The id of the value.
  public var id: Value.ID { wrappedValue.id }
}

@available(*, unavailable)
extension UIBinding: Sendable {}

extension UIBinding {
  /// Unwraps an optional binding; `nil` if it has no value now.
  ///
  /// After the optional becomes `nil`, the binding returns the last value that was read, and writes do nothing,
  /// because a disappearing screen may still use it.
  ///
  /// - Parameter base: The optional binding.
  public init?(_ base: UIBinding<Value?>) {
    guard let location = UnwrappedValue(base.location) else { return nil }
    self.init(location, transaction: base.transaction)
  }

  /// Creates an optional binding. Writing `nil` does nothing.
  ///
  /// - Parameter base: The binding.
  public init<Wrapped>(_ base: UIBinding<Wrapped>) where Value == Wrapped? {
    self.init(WrappedValue(base.location), transaction: base.transaction)
  }

  /// Creates a binding of an optional's presence. Writing `false` makes it `nil`.
  ///
  /// Writing `true` to an absent optional changes nothing and is reported as an issue, because the value is unknown.
  ///
  /// - Parameter base: The optional binding.
  public init<Wrapped>(
    _ base: UIBinding<Wrapped?>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Bool {
    let source = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(Presence(base.location, at: source), transaction: base.transaction)
  }
}

extension UIBinding {
  /// Returns the binding of a property: `$user.name`.
  ///
  /// - Parameter keyPath: The property.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> UIBinding<Member> {
    UIBinding<Member>(location.member(keyPath), transaction: transaction)
  }

  // Preferred to the overload above, because only a value that is `Equatable` and `Sendable` can be part of an action.

  /// Returns the binding of a property: `$user.name`. If the value is in a store's state, a write sends the action
  /// that sets exactly this property.
  ///
  /// Swift selects this overload for every `Equatable` property, which must be `Sendable` too.
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

  /// Returns the binding of an optional property of an optional value. Writing `nil` makes the property `nil`.
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
  /// After the value changes to another case, the binding returns the last payload that was read, and writes do
  /// nothing.
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

/// Identifies the target of a binding. Bindings to the same property of the same object, store or value have equal
/// identifiers.
///
/// A toolkit uses it to associate data with a binding, such as the focused field.
public struct UIBindingIdentifier: Hashable, Sendable {
  // Safe because it is immutable and is only compared and hashed.
  nonisolated(unsafe) private let identity: AnyHashable

  /// Creates the identifier of a binding.
  public init<Value>(_ binding: UIBinding<Value>) {
    unsafe identity = binding.location.identity
  }

  /// Returns whether both identify the same target.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    unsafe lhs.identity == rhs.identity
  }

  /// Hashes the target.
  public func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(identity)
  }
}
