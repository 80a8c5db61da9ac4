/// A JSON value that code can look into, for migrations and for differences between values.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer of 64 bits.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. The order of its members is not kept.
  case object([String: JSONValue])

  /// The member of an object; `nil` if there is none, or if this is no object. Setting `nil` removes it.
  public subscript(key: String) -> JSONValue? {
    get { if case .object(let members) = self { members[key] } else { nil } }
    set {
      guard case .object(var members) = self else { return }
      members[key] = newValue
      self = .object(members)
    }
  }

  /// Replaces each object of this value, the innermost first.
  mutating func transformObjects(_ body: (inout [String: JSONValue]) -> Void) {
    switch self {
    case .array(var elements):
      for index in elements.indices { elements[index].transformObjects(body) }
      self = .array(elements)
    case .object(var members):
      for key in members.keys { members[key]?.transformObjects(body) }
      body(&members)
      self = .object(members)
    case .null, .bool, .integer, .unsigned, .number, .string:
      break
    }
  }
}

extension JSONValue: Codable {
  /// Decodes any JSON value. Integers up to 64 bits are exact.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
  /// The JSON text of the value, with the members of objects in alphabetical order.
  @_spi(Internals) public var json: JSONText {
    guard let bytes = try? CanonicalJSON.encode(self).bytes else {
      preconditionFailure("A JSON value can't be encoded.")
    }
    return JSONText(bytes)
  }
}
