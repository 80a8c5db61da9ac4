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
