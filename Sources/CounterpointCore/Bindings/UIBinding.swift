/// A value that a screen shows and changes, independent of its storage: it can be read and written.
///
/// A text field takes a `UIBinding<String>`, a toggle a `UIBinding<Bool>`, a sheet a `UIBinding<Item?>`. None of them
/// knows the storage.
///
/// ```swift
/// @UIBindable var store: StoreOf<Profile>
///
/// let field = TextField(text: $store.name)
/// let token = observe { field.show(field.text.wrappedValue) }
/// field.onChange = { field.text.wrappedValue = $0 }
/// ```
///
/// Reads are tracked. `$user.name` is the binding of a property; there are also bindings through optionals and to
/// enum cases.
///
/// A binding lives on the actor that created it, as its store does, and is not `Sendable`.
@propertyWrapper
@dynamicMemberLookup
public struct UIBinding<Value> {
  let location: BindingLocation<Value>

  /// The transaction of each write, unless another one is active.
  public var transaction = UITransaction()

  init(_ location: BindingLocation<Value>, transaction: UITransaction = UITransaction()) {
    self.location = location
    self.transaction = transaction
  }

  /// Makes a value of its own, for what a screen keeps to itself. Copies of the binding share it.
  ///
  /// - Parameter wrappedValue: The value at first.
  public init(wrappedValue: Value) {
    self.init(OwnValue(wrappedValue))
  }

  /// Takes a binding over.
  ///
  /// - Parameter projectedValue: The binding.
  public init(projectedValue: Self) {
    self = projectedValue
  }

  /// A binding that always has the same value; writing it does nothing.
  ///
  /// - Parameter value: The value.
  public static func constant(_ value: Value) -> Self {
    Self(ConstantValue(value))
  }

  /// The value. Reading it is tracked; what writing it does depends on where the binding comes from.
  public var wrappedValue: Value {
    get { location.value }
    nonmutating set {
      guard !transaction.isEmpty, UITransaction.current == nil else { return location.set(newValue) }
      withUITransaction(transaction) { location.set(newValue) }
    }
  }

  /// This binding: `$name`.
  public var projectedValue: Self { self }

  /// This binding with another transaction.
  ///
  /// - Parameter transaction: What goes along with each write, unless a transaction is active then.
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
