import Foundation

/// The value of a setting, as it is stored: `{"double":{"_0":1.5}}`. A number that is NaN or infinite is stored as a
/// string, `{"double":{"_0":"#nan"}}`.
enum AppStorageValue: Hashable, Codable, Sendable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case strings([String])
  case url(URL)
  case data(Data)
  case date(Date)
  /// The program set an optional setting to nil. A missing setting has its default.
  case null

  init?(_ value: Any) {
    switch value {
    case let value as AppStorageValue: self = value
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .int(value)
    case let value as Double: self = .double(value)
    case let value as String: self = .string(value)
    case let value as [String]: self = .strings(value)
    case let value as URL: self = .url(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    default: return nil
    }
  }

  /// The value; `nil` for ``null``.
  var content: Any? {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .strings(let value): value
    case .url(let value): value
    case .data(let value): value
    case .date(let value): value
    case .null: nil
    }
  }

  var typeName: String {
    switch self {
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .strings: "[String]"
    case .url: "URL"
    case .data: "Data"
    case .date: "Date"
    case .null: "nil"
    }
  }

  /// Returns whether both values are stored as the same. NaN is the same as NaN, although it is not equal to it.
  func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.double(let value), .double(let other)) where value.isNaN: other.isNaN
    case (.date(let value), .date(let other)) where value.timeIntervalSinceReferenceDate.isNaN:
      other.timeIntervalSinceReferenceDate.isNaN
    default: self == other
    }
  }
}

/// Converts values to and from settings.
struct AppStorageCoder<Value>: Sendable {
  /// Returns the value of a setting; `nil` if the setting represents no value. Throws if the setting has another type.
  let read: @Sendable (AppStorageValue, _ name: String) throws -> Value?
  /// Returns the setting for a value; `nil` for an optional that is nil.
  let write: @Sendable (Value) throws -> AppStorageValue?
  /// Whether ``AppStorageValue/null`` is a value of the type. Other types use their default.
  var isOptional = false
}

extension AppStorageCoder {
  /// Creates a coder for a type that settings store directly.
  init(
    _ typeName: String,
    read: @escaping @Sendable (AppStorageValue) -> Value?,
    write: @escaping @Sendable (Value) -> AppStorageValue
  ) {
    self.read = { stored, name in
      guard let value = read(stored) else {
        throw SharedStorageError.wrongStoredType(key: name, stored: stored.typeName, wanted: typeName)
      }
      return value
    }
    self.write = write
  }

  /// Returns a coder for optional values.
  func optional() -> AppStorageCoder<Value?> where Value: Sendable {
    AppStorageCoder<Value?>(
      read: { [read] in $0 == .null ? .some(nil) : try read($0, $1).map { .some($0) } },
      write: { [write] in try $0.flatMap { try write($0) } },
      isOptional: true
    )
  }
}

extension AppStorageCoder where Value: _AppStorageScalar {
  /// The coder of a type that settings store directly.
  static var scalar: Self {
    // Each cast is to the same type, so it only copies the coder.
    if Value.self == Bool.self { return AppStorageCoder<Bool>.bool as! Self }
    if Value.self == Int.self { return AppStorageCoder<Int>.int as! Self }
    if Value.self == Double.self { return AppStorageCoder<Double>.double as! Self }
    if Value.self == String.self { return AppStorageCoder<String>.string as! Self }
    if Value.self == [String].self { return AppStorageCoder<[String]>.strings as! Self }
    if Value.self == URL.self { return AppStorageCoder<URL>.url as! Self }
    if Value.self == Data.self { return AppStorageCoder<Data>.data as! Self }
    if Value.self == Date.self { return AppStorageCoder<Date>.date as! Self }
    preconditionFailure("A setting can't store a \(Value.self) directly.")
  }
}

extension AppStorageCoder<Bool> {
  static let bool = Self("Bool") {
    if case .bool(let value) = $0 { value } else { nil }
  } write: {
    .bool($0)
  }
}

extension AppStorageCoder<Int> {
  static let int = Self("Int") {
    if case .int(let value) = $0 { value } else { nil }
  } write: {
    .int($0)
  }
}

extension AppStorageCoder<Double> {
  static let double = Self("Double") {
    switch $0 {
    case .double(let value): value
    case .int(let value): Double(exactly: value)
    default: nil
    }
  } write: {
    .double($0)
  }
}

extension AppStorageCoder<String> {
  static let string = Self("String") {
    if case .string(let value) = $0 { value } else { nil }
  } write: {
    .string($0)
  }
}

extension AppStorageCoder<[String]> {
  static let strings = Self("[String]") {
    if case .strings(let value) = $0 { value } else { nil }
  } write: {
    .strings($0)
  }
}

extension AppStorageCoder<URL> {
  static let url = Self("URL") {
    if case .url(let value) = $0 { value } else { nil }
  } write: {
    .url($0)
  }
}

extension AppStorageCoder<Data> {
  static let data = Self("Data") {
    if case .data(let value) = $0 { value } else { nil }
  } write: {
    .data($0)
  }
}

extension AppStorageCoder<Date> {
  static let date = Self("Date") {
    if case .date(let value) = $0 { value } else { nil }
  } write: {
    .date($0)
  }
}

extension AppStorageCoder where Value: RawRepresentable & SendableMetatype, Value.RawValue: Sendable {
  /// A coder for raw values. An invalid raw value stays stored, and the default is used.
  static func raw(_ coder: AppStorageCoder<Value.RawValue>) -> Self {
    Self(
      read: { try coder.read($0, $1).flatMap { Value(rawValue: $0) } },
      write: { try coder.write($0.rawValue) }
    )
  }
}

extension AppStorageCoder where Value: Codable & SendableMetatype {
  /// A coder that stores values as JSON.
  static var json: Self {
    Self(
      read: { stored, name in
        guard case .data(let data) = stored else {
          throw SharedStorageError.wrongStoredType(key: name, stored: stored.typeName, wanted: "Data")
        }
        return try JSONDecoder.forStorage().decode(Value.self, from: data)
      },
      write: { .data(try JSONEncoder.forStorage().encode($0)) }
    )
  }
}
