import Foundation

/// A setting as it is stored.
enum AppStorageValue: Hashable, Codable, Sendable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case strings([String])
  case url(URL)
  case data(Data)
  case date(Date)

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

  var content: Any {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    case .strings(let value): value
    case .url(let value): value
    case .data(let value): value
    case .date(let value): value
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
    }
  }
}

/// Turns values into settings and back.
struct AppStorageCoder<Value>: Sendable {
  /// Throws if the setting is of another type; nil if it stands for no value.
  let read: @Sendable (AppStorageValue, _ name: String) throws -> Value?
  /// Nil removes the setting.
  let write: @Sendable (Value) throws -> AppStorageValue?
}

extension AppStorageCoder {
  /// A type that settings have themselves.
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

  /// Nil is no setting.
  func optional() -> AppStorageCoder<Value?> where Value: Sendable {
    AppStorageCoder<Value?>(
      read: { [read] in try read($0, $1).map { .some($0) } },
      write: { [write] in try $0.flatMap { try write($0) } }
    )
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
  /// A raw value that stands for no value is kept, and the default used.
  static func raw(_ coder: AppStorageCoder<Value.RawValue>) -> Self {
    Self(
      read: { try coder.read($0, $1).flatMap { Value(rawValue: $0) } },
      write: { try coder.write($0.rawValue) }
    )
  }
}

extension AppStorageCoder where Value: Codable & SendableMetatype {
  /// As JSON.
  static var json: Self {
    Self(
      read: { stored, name in
        guard case .data(let data) = stored else {
          throw SharedStorageError.wrongStoredType(key: name, stored: stored.typeName, wanted: "Data")
        }
        return try JSONDecoder().decode(Value.self, from: data)
      },
      write: { .data(try JSONEncoder().encode($0)) }
    )
  }
}
