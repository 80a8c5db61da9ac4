import CounterpointRecording
import Foundation

extension JSONValue {
  /// The value on one line, with sorted keys.
  var compactText: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as one line of JSON with sorted keys.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .unsigned(let value): bytes.append(contentsOf: String(value).utf8)
    case .number(let value): bytes.append(contentsOf: value.isFinite ? "\(value)".utf8 : "null".utf8)
    case .string(let value): Self.write(value, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      if members.count == 1 {
        // Most objects of an action are cases with one member. Sorting them would allocate an array for each.
        for (key, value) in members { Self.write(key, value, to: &bytes) }
      } else {
        for (index, member) in members.sortedByKey.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          Self.write(member.key, member.value, to: &bytes)
        }
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ key: String, _ value: JSONValue, to bytes: inout [UInt8]) {
    write(key, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    value.write(to: &bytes)
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let needsEscapes = string.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    if needsEscapes { writeEscaped(string, to: &bytes) } else { bytes.append(contentsOf: string.utf8) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ string: String, to bytes: inout [UInt8]) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0..<0x20: bytes.append(contentsOf: ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// The value on several lines, indented by two blanks. Empty containers and scalars take one line.
  var indentedLines: [String] { indentedLines(depth: 0) }

  private func indentedLines(depth: Int) -> [String] {
    let indentation = String(repeating: "  ", count: depth + 1)
    func block(_ open: String, _ elements: [(label: String, value: JSONValue)], _ close: String) -> [String] {
      var lines = [open]
      for (index, element) in elements.enumerated() {
        var part = element.value.indentedLines(depth: depth + 1)
        part[0] = indentation + element.label + part[0]
        if index < elements.count - 1 { part[part.count - 1] += "," }
        lines += part
      }
      return lines + [String(repeating: "  ", count: depth) + close]
    }
    switch self {
    case .array(let elements) where !elements.isEmpty: return block("[", elements.map { ("", $0) }, "]")
    case .object(let members) where !members.isEmpty:
      return block("{", members.sortedByKey.map { (JSONValue.string($0.key).compactText + ": ", $0.value) }, "}")
    default: return [compactText]
    }
  }
}

extension [String: JSONValue] {
  /// The members in the order in which they are shown.
  var sortedByKey: [(key: String, value: JSONValue)] {
    count < 2 ? map { ($0.key, $0.value) } : sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
