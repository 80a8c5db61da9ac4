public import DependencyInjection
import Locks

/// What `.inMemory` keys store their values in. They live as long as it.
///
/// Two storages are equal if they are the same. Safe to use from any thread.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Storage: Sendable {
    let places = Locked<[String: any AnyObject & Sendable]>([:])
  }

  private let storage = Storage()

  /// Makes an empty storage.
  public init() {}

  /// The place of a name, made if there is none; `nil` if that is for values of another type.
  func place<Value>(_ name: String, for type: Value.Type) -> InMemoryValue<Value>? {
    let place = storage.places.withLock { places in
      if let place = places[name] { return place }
      let place = InMemoryValue<Value>()
      places[name] = place
      return place
    }
    return place as? InMemoryValue<Value>
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
