import CounterpointSupport
import DependencyInjection
public import Foundation

// One function for each type and for its optional, because the setting's type must be that of the property.

extension SharedReaderKey {
  /// A setting that is true or false.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store: store, coder: .bool)
  }

  /// A setting that is true or false, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.bool.optional())
  }

  /// A setting that is a whole number.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Int> {
    AppStorageKey(key, store: store, coder: .int)
  }

  /// A setting that is a whole number, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.int.optional())
  }

  /// A setting that is a number.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Double> {
    AppStorageKey(key, store: store, coder: .double)
  }

  /// A setting that is a number, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.double.optional())
  }

  /// A setting that is a text.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<String> {
    AppStorageKey(key, store: store, coder: .string)
  }

  /// A setting that is a text, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<String?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.string.optional())
  }

  /// A setting that is a list of texts.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store: store, coder: .strings)
  }

  /// A setting that is a list of texts, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.strings.optional())
  }

  /// A setting that is a URL.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<URL> {
    AppStorageKey(key, store: store, coder: .url)
  }

  /// A setting that is a URL, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.url.optional())
  }

  /// A setting that is data.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Data> {
    AppStorageKey(key, store: store, coder: .data)
  }

  /// A setting that is data, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.data.optional())
  }

  /// A setting that is a date.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Date> {
    AppStorageKey(key, store: store, coder: .date)
  }

  /// A setting that is a date, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder.date.optional())
  }

  /// A setting that stands for a value with a raw value of the type `Int`.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Value>, Value.RawValue == Int {
    AppStorageKey(key, store: store, coder: .raw(.int))
  }

  /// A setting that stands for a value with a raw value of the type `Int`, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage<Wrapped: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Wrapped?>, Wrapped.RawValue == Int {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.raw(.int).optional())
  }

  /// A setting that stands for a value with a raw value of the type `String`.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Value>, Value.RawValue == String {
    AppStorageKey(key, store: store, coder: .raw(.string))
  }

  /// A setting that stands for a value with a raw value of the type `String`, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  public static func appStorage<Wrapped: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Wrapped?>, Wrapped.RawValue == String {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.raw(.string).optional())
  }

  /// A setting that is any value, kept as JSON.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store: store, coder: .json)
  }

  /// A setting that is any value, kept as JSON, or none.
  ///
  /// - Parameters:
  ///   - key: The setting's name.
  ///   - store: Where settings are kept; by default `defaultAppStorage`.
  @_disfavoredOverload
  public static func appStorage<Wrapped: Codable & Sendable>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Wrapped?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.json.optional())
  }
}

extension SharedReaderKey {
  /// Returns the key of a setting with a computed property in the store.
  ///
  /// ```swift
  /// extension AppStorageStore {
  ///   var launches: Int {
  ///     get { integer(forKey: "launches") }
  ///     set { set(newValue, forKey: "launches") }
  ///   }
  /// }
  /// ```
  ///
  /// The property has no name that could be observed, so it is read again at each change of any setting. A wrapper
  /// that uses the same setting by name has a reference of its own; the two follow each other.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  @available(*, deprecated, message: "Use the setting's name: '.appStorage(\"launches\")'.")
  public static func appStorage<Value>(
    _ keyPath: any ReferenceWritableKeyPath<AppStorageStore, Value> & Sendable,
    store: AppStorageStore? = nil
  ) -> Self where Self == AppStorageKeyPathKey<Value> {
    AppStorageKeyPathKey(keyPath, store: store)
  }
}

/// A setting by a property of the store: `.appStorage(\.launches)`.
public struct AppStorageKeyPathKey<Value: Sendable>: SharedKey {
  private let keyPath: any ReferenceWritableKeyPath<AppStorageStore, Value> & Sendable
  private let store: AppStorageStore
  /// The key's registration as an observer, which is not notified of the key's own changes.
  private let observer = Locked<UInt64?>(nil)

  init(_ keyPath: any ReferenceWritableKeyPath<AppStorageStore, Value> & Sendable, store: AppStorageStore?) {
    self.keyPath = keyPath
    self.store = store ?? DependencyValues._current.defaultAppStorage
  }

  /// The property and the store.
  public var id: AppStorageKeyPathKeyID { AppStorageKeyPathKeyID(keyPath: keyPath, store: ObjectIdentifier(store)) }

  /// Reads the property.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(returning: store[keyPath: keyPath])
  }

  /// Follows all settings.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let (subscription, number) = store.observeWithNumber(nil) { [keyPath, observer, weak store] in
      if let setting = PropertyBeingSet.observer, setting == observer.withLock({ $0 }) { return }
      guard let store else { return }
      subscriber.yield(store[keyPath: keyPath])
    }
    observer.withLock { $0 = number }
    return subscription
  }

  /// Sets the property, and writes the settings if the save was requested.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    PropertyBeingSet.$observer.withValue(observer.withLock { $0 }) { store[keyPath: keyPath] = value }
    continuation.resume(with: Result { if context == .userInitiated { try store.flush() } })
  }
}

/// The observer whose setter runs on this thread. A setter has no parameter for it.
private enum PropertyBeingSet {
  @TaskLocal static var observer: UInt64?
}

extension AppStorageKeyPathKey: CustomStringConvertible {
  /// The key as it is written in code.
  public var description: String { ".appStorage(\(keyPath))" }
}

/// The identity of a property of a store.
public struct AppStorageKeyPathKeyID: Hashable, @unchecked Sendable {
  // @unchecked because key paths to properties without arguments capture nothing.
  let keyPath: AnyKeyPath
  let store: ObjectIdentifier
}
