/// Describes where a value is read from: a file, a setting, a remote configuration.
///
/// A key only locates the value. A reference holds it: one for each ``id`` and dependency scope, shared by all
/// wrappers. Conform to this protocol for values that are only read, and to ``SharedKey`` for values that are also
/// written.
///
/// A key takes the storage that it works on from a dependency, in its initializer. In tests that dependency is empty
/// and ends with the test, so tests are isolated. Creating a key must do nothing else, because most keys are
/// discarded: a reference keeps the first one. For the same reason, keys that are used in many places are computed
/// properties.
///
/// The methods are called on any thread and without a lock.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the stored value.
  associatedtype Value: Sendable

  /// The type of the identity; by default the key itself.
  associatedtype ID: Hashable = Self

  /// The identity of the stored value. Two keys with the same id describe the same value, and must have the same type
  /// of value.
  var id: ID { get }

  /// Reads the value.
  ///
  /// - Parameters:
  ///   - context: Whether the program asked for the value, or a reference with an initial value is being created.
  ///   - continuation: Must be called exactly once, immediately or later, on any thread.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Subscribes to foreign changes.
  ///
  /// Called before the first ``load(context:continuation:)``, so that no change between the two is missed.
  ///
  /// - Parameters:
  ///   - context: As for ``load(context:continuation:)``.
  ///   - subscriber: Must be called for each change, on any thread, until the subscription is canceled.
  /// - Returns: The subscription. It is canceled when the last wrapper is released.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription

  /// This key with a default: `Key.Default`.
  typealias Default = _SharedKeyDefault<Self>
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Describes where a value is read from and written to.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
///
/// @Shared(.count) var count
/// ```
public protocol SharedKey<Value>: SharedReaderKey {
  /// Writes the value.
  ///
  /// Values arrive in the order of the changes, one call at a time.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Whether the value has been changed and may be written later, or the program waits for the write.
  ///   - continuation: Must be called exactly once, when the value is stored or the write has failed.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}
