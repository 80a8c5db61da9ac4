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

  /// Gives the value that is stored, or stores the initial one.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(storage.value(name, storing: context.initialValue)))
  }

  /// Nothing to do: all who use the value share a reference.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    SharedSubscription {}
  }

  /// Stores the value.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    storage.set(value, name)
    continuation.resume()
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
