import DependencyInjection

extension SharedReaderKey {
  /// A value that lives as long as the program, or the test.
  ///
  /// The first default that somebody names is stored, and holds for all.
  ///
  /// - Parameter key: The value's name.
  public static func inMemory<Value>(_ key: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(key)
  }
}

/// A value that lives as long as the program, or the test: `.inMemory("name")`.
public struct InMemoryKey<Value: Sendable>: SharedKey {
  private let name: String
  private let storage: InMemoryStorage

  fileprivate init(_ name: String) {
    self.name = name
    self.storage = DependencyValues._current.defaultInMemoryStorage
  }

  /// The name and the storage.
  public var id: InMemoryKeyID { InMemoryKeyID(name: name, storage: storage) }

  /// Where the value lies, unless one of another type lies there.
  var place: InMemoryValue<Value>? { storage.place(name, for: Value.self) }

  /// Gives the value that is stored, or stores the initial one. Fails if the name is in use for values of another type.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    guard let place else { return continuation.resume(throwing: typeError) }
    continuation.resume(with: .success(place.value(storing: context.initialValue)))
  }

  /// Follows the changes that references of other scopes make.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    place?.makeBinding().follow(subscriber) ?? SharedSubscription {}
  }

  /// Stores the value. Fails if the name is in use for values of another type, which stay.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    guard let place else { return continuation.resume(throwing: typeError) }
    place.store(value)
    continuation.resume()
  }

  private var typeError: SharedStorageError {
    .wrongStoredType(key: description, stored: "value of another type", wanted: typeName(Value.self))
  }
}

extension InMemoryKey: CustomStringConvertible {
  /// The key as one writes it: `.inMemory("name")`.
  public var description: String { ".inMemory(\(String(reflecting: name)))" }
}

/// Tells one value in memory from another: by name and storage.
public struct InMemoryKeyID: Hashable, Sendable {
  let name: String
  let storage: InMemoryStorage
}
