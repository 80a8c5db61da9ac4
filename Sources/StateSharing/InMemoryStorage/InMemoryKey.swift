@_spi(Internals) import CounterpointSupport
public import DependencyInjection

extension SharedReaderKey {
  /// Returns the key of a value that lives as long as the program or the test.
  ///
  /// The default of the first wrapper is stored. Later wrappers use the stored value.
  ///
  /// - Parameter key: The value's name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// The key of a value that lives as long as the program or the test: `.inMemory("name")`.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage: InMemoryStorage

  fileprivate init(_ name: String) {
    self.name = name
    self.storage = DependencyValues._current.defaultInMemoryStorage
  }

  /// The name and the storage.
  public var id: InMemoryKeyID { InMemoryKeyID(name: name, storage: storage) }

  /// The value with the name; `nil` if the name is in use for another type.
  var namedValue: InMemoryValue<Value>? { storage.value(name, of: Value.self) }

  /// Returns the stored value, or stores the initial one. Fails if the name is in use for another type.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    guard let namedValue else { return continuation.resume(throwing: typeError) }
    continuation.resume(with: .success(namedValue.value(storing: context.initialValue)))
  }

  /// Subscribes to the changes of references in other dependency scopes.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    namedValue?.makeBinding().follow(subscriber) ?? SharedSubscription {}
  }

  /// Stores the value. Fails if the name is in use for another type, whose value stays.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    guard let namedValue else { return continuation.resume(throwing: typeError) }
    namedValue.store(value)
    continuation.resume()
  }

  private var typeError: SharedStorageError {
    .wrongStoredType(key: description, stored: "another type", wanted: typeName(Value.self))
  }
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as it is written in code: `.inMemory("name")`.
  public var description: String { ".inMemory(\(String(reflecting: name)))" }
}

/// The identity of a value in memory: its name and its storage.
public struct InMemoryKeyID: Hashable, Sendable {
  let name: String
  let storage: InMemoryStorage
}

/// The storage of `.inMemory` keys, which determines the lifetime of the values.
///
/// Two copies of one storage are equal. Safe to use from any thread.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Storage: Sendable {
    let values = Locked<[String: any AnyObject & Sendable]>([:])
  }

  private let storage = Storage()

  /// Creates an empty storage.
  public init() {}

  /// Returns the value of a name, creating it if necessary; `nil` if the name is in use for another type.
  func value<Value>(_ name: String, of type: Value.Type) -> InMemoryValue<Value>? {
    let value = storage.values.withLock { values in
      if let value = values[name] { return value }
      let value = InMemoryValue<Value>()
      values[name] = value
      return value
    }
    return value as? InMemoryValue<Value>
  }

  /// Returns a storage with the same values, whose changes don't affect this one.
  package func copy() -> Self {
    let copy = Self()
    let values = storage.values.withLock { $0 }.mapValues { ($0 as? any CopyableNamedValue)?.copy() ?? $0 }
    copy.storage.values.withLock { $0 = values }
    return copy
  }

  /// Whether both are the same storage.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage
  }

  /// Hashes the storage's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(storage))
  }
}

extension DependencyValues {
  /// The storage of `.inMemory` keys: one for the program, one for each test.
  public var defaultInMemoryStorage: InMemoryStorage {
    get { self[InMemoryStorageKey.self] }
    set { self[InMemoryStorageKey.self] = newValue }
  }
}

private enum InMemoryStorageKey: DependencyKey {
  static var liveValue: InMemoryStorage { InMemoryStorage() }
  static var previewValue: InMemoryStorage { InMemoryStorage() }
  static var testValue: InMemoryStorage { InMemoryStorage() }
}
