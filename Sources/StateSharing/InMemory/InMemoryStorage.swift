public import DependencyInjection
import Locks

/// What `.inMemory` keys store their values in. They live as long as it.
///
/// Two storages are equal if they are the same. Safe to use from any thread.
public struct InMemoryStorage: Hashable, Sendable {
  private struct Contents: @unchecked Sendable {
    // @unchecked because only values of keys, which are Sendable, are put in.
    var values: [String: Any] = [:]
  }

  private final class Storage: Sendable {
    let contents = Locked(Contents())
  }

  private let storage = Storage()

  /// Makes an empty storage.
  public init() {}

  /// Gives the value under a name, if it is of the type, after storing one if there was none.
  func value<Value: Sendable>(_ name: String, storing initial: Value?) -> Value? {
    storage.contents.withLock { contents in
      if let stored = contents.values[name] { return (stored as? Stored<Value>)?.value }
      if let initial { contents.values[name] = Stored(value: initial) }
      return initial
    }
  }

  func set<Value: Sendable>(_ value: Value, _ name: String) {
    // The old value goes after the lock.
    _ = storage.contents.withLock { $0.values.updateValue(Stored(value: value), forKey: name) }
  }

  /// Keeps a value's type with it, so that optionals keep theirs.
  private struct Stored<Value> {
    let value: Value
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
  /// What `.inMemory` keys store their values in: one storage for the program, one for each test.
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
