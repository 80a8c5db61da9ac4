public import DependencyInjection
import CounterpointSupport

/// The storage of `.inMemory` keys, which determines the lifetime of the values.
///
/// Two copies of one storage are equal. Safe to use from any thread.
public struct InMemoryStorage: Hashable, Sendable {
  private final class Storage: Sendable {
    let places = Locked<[String: any AnyObject & Sendable]>([:])
  }

  private let storage = Storage()

  /// Creates an empty storage.
  public init() {}

  /// Returns the value of a name, creating it if necessary; `nil` if the name is in use for another type.
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
