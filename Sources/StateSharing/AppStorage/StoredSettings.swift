import Foundation

/// The contents of a settings file.
struct StoredSettings: Sendable {
  var values: [String: AppStorageValue] = [:]
  /// The entries that are not settings. They are preserved until the program sets them.
  var damaged: [String: DamagedSetting] = [:]
}

/// An entry that is not a setting, or has a type unknown to this version of the library.
struct DamagedSetting: Hashable, Sendable {
  let json: JSONValue
  let reason: String

  /// The reason as an error.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }
}

extension StoredSettings: Codable {
  private enum Entry: Codable {
    case value(AppStorageValue)
    case damaged(DamagedSetting)

    init(from decoder: any Decoder) throws {
      do {
        self = .value(try AppStorageValue(from: decoder))
      } catch {
        self = .damaged(DamagedSetting(json: try JSONValue(from: decoder), reason: "\(error)"))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .value(let value): try value.encode(to: encoder)
      case .damaged(let setting): try setting.json.encode(to: encoder)
      }
    }
  }

  init(from decoder: any Decoder) throws {
    for (key, entry) in try [String: Entry](from: decoder) {
      switch entry {
      case .value(let value): values[key] = value
      case .damaged(let setting): damaged[key] = setting
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    let entries = values.mapValues(Entry.value).merging(damaged.mapValues(Entry.damaged)) { value, _ in value }
    try entries.encode(to: encoder)
  }
}

/// Any JSON value, preserved as it was read.
enum JSONValue: Hashable, Codable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  /// A number that is out of the range of `Decimal`.
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
