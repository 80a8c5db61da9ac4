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
