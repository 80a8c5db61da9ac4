/// Describes a place that a value is read from: a file, a setting, a remote configuration.
///
/// A key says where a value is; the value itself is held by a reference, of which there is one for each ``id`` and scope of
/// dependencies, however many wrappers use it. Conform to this protocol where values are only read, and to ``SharedKey``
/// where they are written as well.
///
/// A key reads the storage that it works on from a dependency, in its initialiser, and that dependency is empty and of no
/// duration in tests: then no test sees what another has stored. Making a key must do nothing else, because most keys that
/// are made are thrown away: a reference keeps the first that it got. For the same reason keys that many places use are
/// computed properties.
///
/// Its methods are called on any thread and without a lock.
public protocol SharedReaderKey<Value>: Sendable {
  /// What is stored in the place.
  associatedtype Value: Sendable

  /// What tells one place from another; by default the key itself.
  associatedtype ID: Hashable = Self

  /// The place. Two keys with one id describe one value, and so must have the same type of value.
  var id: ID { get }

  /// Reads the value.
  ///
  /// - Parameters:
  ///   - context: Whether somebody asked for the value, or a reference is being made, which has a value to begin with.
  ///   - continuation: To be called exactly once, at once or later, on any thread.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Begins to report changes that others make.
  ///
  /// Called before the first ``load(context:continuation:)``, so that no change goes unseen between the two.
  ///
  /// - Parameters:
  ///   - context: As for ``load(context:continuation:)``.
  ///   - subscriber: To be called for each change, on any thread, until the subscription is cancelled.
  /// - Returns: What ends the subscription. It is cancelled when the last wrapper is gone.
  func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription

  /// This key with a default: `Key.Default`.
  typealias Default = _SharedKeyDefault<Self>
}

extension SharedReaderKey where ID == Self {
  /// The key itself.
  public var id: ID { self }
}

/// Describes a place that a value is read from and written to.
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
  /// Values arrive in the order of the changes, one call after the other.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: Whether the value has just been changed, and may be written a little later, or somebody waits for
  ///     it to be written.
  ///   - continuation: To be called exactly once, when the value is stored or has failed to be.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}
