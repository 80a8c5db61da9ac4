@_spi(Internals) import CounterpointSupport

/// The location of a stored value that can be read: a file, a setting, a remote configuration.
///
/// A key only locates the value. A reference holds it: one for each ``id`` and dependency scope, shared by all
/// wrappers. Conform to this protocol for values that are only read, and to ``SharedKey`` for values that are also
/// written.
///
/// The initializer of a key gets its storage from a dependency. In tests, that dependency is empty and ends with the
/// test, so tests are isolated. Creating a key must have no other effect, because most keys are discarded: a reference
/// keeps only the first one. Declare keys that are used in many places as computed properties.
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

/// The location of a stored value that can be read and written.
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
  /// Values arrive in the order of the changes, one call at a time, and `withLock` returns when its value has arrived.
  /// It waits for a call on another thread. A call must therefore not wait for a thread that may be changing the value,
  /// as the main thread, or for a lock that such a thread holds: do not call a subscriber with a lock that `save`
  /// needs. A change that is made in a call, also one of another value, may arrive after it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Whether the value has been changed and may be written later, or the program waits for the write.
  ///   - continuation: Must be called exactly once, when the value is stored or the write has failed.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}

/// A key with a default value: `Key.Default`. Wrappers with such a key need no value of their own.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
/// ```
///
/// It has the identity of the key without the default, so both share one reference.
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  private let makeInitialValue: @Sendable () -> Base.Value

  /// The key's id.
  public var id: Base.ID { base.id }

  /// The default. Evaluated each time, but not while another wrapper holds the value.
  public var initialValue: Base.Value { makeInitialValue() }

  /// Adds a default to a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The default.
  public static subscript(_ key: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value) -> Self {
    Self(base: key, makeInitialValue: value)
  }

  /// Loads with the key.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Subscribes with the key.
  public func subscribe(
    context: LoadContext<Base.Value>,
    subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves with the key.
  public func save(_ value: Base.Value, context: SaveContext, continuation: SaveContinuation) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension _SharedKeyDefault: CustomStringConvertible {
  /// The key and its default: `InMemoryKey<Int>.Default[.inMemory("k"), default: 1]`.
  public var description: String {
    "\(typeName(Base.self)).Default[\(keyDescription(of: base)), default: \(String(reflecting: initialValue))]"
  }
}

/// The state of a key's storage that a value builds on.
///
/// A key that detects conflicts compares it with the state that it delivered last. A value that builds on an older
/// state would overwrite a foreign change that the reference has not applied yet.
struct SaveBasis: Sendable {
  /// The number of the foreign state that was applied last; zero if none was.
  var revision: UInt64 = 0
  /// The version that was applied last, if the key counts them.
  var version: SharedVersion?
  /// Whether each change of the value has been saved already, so that a foreign value replaces no unsaved change.
  var isStored = false
}

/// A key that numbers the states of its storage that it delivers, and compares each saved value's basis with them.
///
/// The key increments the number in the critical section in which it marks a foreign state as known. The reference
/// adopts the number in the critical section in which it applies the value. A save whose number is smaller is a
/// conflict.
protocol RevisionedKey<Value>: SharedKey {
  /// Saves a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - basis: The state that the value builds on.
  ///   - context: Whether the save was requested.
  ///   - continuation: Receives the result.
  func save(_ value: Value, basedOn basis: SaveBasis, context: SaveContext, continuation: SaveContinuation)

  /// Returns the error for a value that could not be stored before a foreign one replaced it; `nil` if the key keeps
  /// such values itself.
  func conflict(losing value: Value) -> SharedStorageError?
}

/// Returns the description of a key: its own, or the name of its type.
func keyDescription(of key: Any) -> String {
  if let key = key as? any CustomStringConvertible { return key.description }
  return typeName(type(of: key))
}
