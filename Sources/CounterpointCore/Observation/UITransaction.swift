@_spi(Internals) import CounterpointSupport

/// Data that accompanies a write to the observers that show the change: an animation, for example.
///
/// The library does not interpret it. A toolkit defines keys of its own:
///
/// ```swift
/// enum AnimationKey: UITransactionKey {
///   static let defaultValue: Animation? = nil
/// }
/// extension UITransaction {
///   var animation: Animation? {
///     get { self[AnimationKey.self] }
///     set { self[AnimationKey.self] = newValue }
///   }
/// }
///
/// withUITransaction(\.animation, .fade) { store.isExpanded = true }
/// ```
public struct UITransaction: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a transaction in which every key has its default value.
  public init() {}

  /// The value of a key.
  ///
  /// - Parameter key: The key.
  public subscript<Key: UITransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The active transaction; `nil` outside of ``withUITransaction(_:_:)``.
  static var current: UITransaction? {
    guard let active, !active.hasEnded.withLock({ $0 }) else { return nil }
    return active.transaction
  }

  @TaskLocal fileprivate static var active: ActiveTransaction?

  /// Whether no key has been set.
  var isEmpty: Bool { values.isEmpty }
}

/// A transaction while its function runs. Effects started there inherit the task local, but their later changes are not
/// part of the transaction.
private final class ActiveTransaction: Sendable {
  let transaction: UITransaction
  let hasEnded = Locked(false)

  init(_ transaction: UITransaction) {
    self.transaction = transaction
  }
}

/// A key of a ``UITransaction``, with the type of its value.
public protocol UITransactionKey<Value> {
  /// The type of the value.
  associatedtype Value: Sendable

  /// The value if none was set.
  static var defaultValue: Value { get }
}

/// Runs a function whose changes carry a transaction. Observers receive it by `observe`.
///
/// - Parameters:
///   - transaction: The transaction. It replaces the active one.
///   - body: Performs the changes.
/// - Returns: The result of `body`.
public func withUITransaction<Result>(
  _ transaction: UITransaction,
  _ body: () throws -> Result
) rethrows -> Result {
  let active = ActiveTransaction(transaction)
  defer { active.hasEnded.withLock { $0 = true } }
  return try UITransaction.$active.withValue(active, operation: body)
}

/// Runs a function whose changes carry the active transaction with one value set.
///
/// - Parameters:
///   - keyPath: The property of the transaction.
///   - value: The value.
///   - body: Performs the changes.
/// - Returns: The result of `body`.
public func withUITransaction<Value, Result>(
  _ keyPath: WritableKeyPath<UITransaction, Value>,
  _ value: Value,
  _ body: () throws -> Result
) rethrows -> Result {
  var transaction = UITransaction.current ?? UITransaction()
  transaction[keyPath: keyPath] = value
  return try withUITransaction(transaction, body)
}
