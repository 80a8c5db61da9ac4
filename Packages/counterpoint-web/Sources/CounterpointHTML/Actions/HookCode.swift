import Foundation

/// The text of a hook's event in requests: its name, a blank, and its value as JSON.
package enum HookCode {
  /// Reads the text of a request; `nil` if it is not one. Any client can send it.
  package static func read(_ text: String) -> (event: String, json: String)? {
    let parts = text.splitBytes(at: " ", maxSplits: 1)
    guard parts.count == 2, isName(String(parts[0])) else { return nil }
    return (String(parts[0]), String(parts[1]))
  }

  /// The text of an event.
  package static func text(_ event: String, _ json: String) -> String { "\(event) \(json)" }

  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Decodes the value of an event strictly: unknown keys are rejected. Scripts write keys in any order, and `null` for
  /// a missing value, so the values are compared, not the texts.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - json: The text of a request.
  /// - Returns: The value; `nil` if the text does not encode one.
  package static func decode<Value: Codable>(_ type: Value.Type, from json: String) -> Value? {
    // Invalid input is the client's mistake, so it is not reported.
    let data = Data(json.utf8)
    guard let value = try? JSONDecoder().decode(type, from: data), let written = try? JSONEncoder().encode(value),
      let sent = try? JSONDecoder().decode(JSONTree.self, from: data),
      let known = try? JSONDecoder().decode(JSONTree.self, from: written)
    else { return nil }
    return sent == known ? value : nil
  }
}

/// A value of JSON, without members that are `null`.
private enum JSONTree: Decodable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSONTree].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSONTree].self).filter { $0.value != .null })
    }
  }
}
