@_spi(Internals) import CounterpointSupport
import DependencyInjection
public import Foundation

extension SharedReaderKey {
  /// Returns the key of a setting: a `Bool`, `Int`, `Double`, `String`, `[String]`, `URL`, `Data` or `Date`.
  ///
  /// Numbers and dates may be NaN or infinite. The file contains them as the strings "#nan", "#inf" and "#-inf".
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Value: _AppStorageScalar>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store: store, coder: .scalar)
  }

  /// Returns the key of an optional setting.
  ///
  /// A missing setting has the default, which is nil if the declaration has none. A setting that was set to nil stays
  /// nil.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Wrapped: _AppStorageScalar>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Wrapped?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.scalar.optional())
  }

  /// Returns the key of a setting that stores a raw value of the type `Int`.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Value>, Value.RawValue == Int {
    AppStorageKey(key, store: store, coder: .raw(.int))
  }

  /// Returns the key of an optional setting that stores a raw value of the type `Int`. Nil is stored like a value.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Wrapped: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Wrapped?>, Wrapped.RawValue == Int {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.raw(.int).optional())
  }

  /// Returns the key of a setting that stores a raw value of the type `String`.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Value: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Value>, Value.RawValue == String {
    AppStorageKey(key, store: store, coder: .raw(.string))
  }

  /// Returns the key of an optional setting that stores a raw value of the type `String`. Nil is stored like a value.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  public static func appStorage<Wrapped: RawRepresentable & Sendable>(_ key: String, store: AppStorageStore? = nil)
    -> Self
  where Self == AppStorageKey<Wrapped?>, Wrapped.RawValue == String {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.raw(.string).optional())
  }

  /// Returns the key of a setting that stores any other `Codable` value, as JSON.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Value> {
    AppStorageKey(key, store: store, coder: .json)
  }

  /// Returns the key of an optional setting that stores any other `Codable` value, as JSON. Nil is stored like a value.
  ///
  /// - Parameters:
  ///   - key: The name of the setting.
  ///   - store: The store; by default the dependency `defaultAppStorage`.
  @_disfavoredOverload
  public static func appStorage<Wrapped: Codable & Sendable>(_ key: String, store: AppStorageStore? = nil) -> Self
  where Self == AppStorageKey<Wrapped?> {
    AppStorageKey(key, store: store, coder: AppStorageCoder<Wrapped>.json.optional())
  }
}

/// A type that a setting stores directly. Other types are stored as raw values or as JSON, so don't add conformances.
public protocol _AppStorageScalar: Sendable {}

extension Bool: _AppStorageScalar {}
extension Int: _AppStorageScalar {}
extension Double: _AppStorageScalar {}
extension String: _AppStorageScalar {}
extension [String]: _AppStorageScalar {}
extension URL: _AppStorageScalar {}
extension Data: _AppStorageScalar {}
extension Date: _AppStorageScalar {}

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
  /// that uses the same setting by name has its own reference; each receives the changes of the other.
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

/// The key of a setting that is a property of the store: `.appStorage(\.launches)`.
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

  /// Subscribes to changes of all settings.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    let (subscription, number) = store.observeWithNumber(nil) { [keyPath, observer, weak store] in
      if let setting = PropertyBeingSet.observer, setting == observer.withLock({ $0 }) { return }
      guard let store else { return }
      subscriber.yield(store[keyPath: keyPath])
    } onRecovery: {
      subscriber.yieldStored()
    }
    observer.withLock { $0 = number }
    return subscription
  }

  /// Sets the property. The file is written later, or before the continuation is resumed if the program requested the
  /// save.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    PropertyBeingSet.$observer.withValue(observer.withLock { $0 }) { store[keyPath: keyPath] = value }
    store.whenWritten(continuation)
    // Also answers the continuation.
    if context == .userInitiated { store.startFlush() }
  }
}

/// The observer whose property is being set by this thread. A setter has no parameter for it.
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
