import CounterpointSupport

/// A key with a default, so that wrappers need not name one: `Key.Default`.
///
/// ```swift
/// extension SharedKey where Self == InMemoryKey<Int>.Default {
///   static var count: Self { Self[.inMemory("count"), default: 0] }
/// }
/// ```
///
/// It describes the same place as the key without the default, and shares its reference.
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
