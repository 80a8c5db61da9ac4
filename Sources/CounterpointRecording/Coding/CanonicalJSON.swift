@_spi(Internals) import CounterpointSupport
import Foundation

/// Encodes values as JSON whose bytes are the same in every process: the elements of sets and dictionaries are sorted.
///
/// Foundation's encoder can't sort sets, replace secrets, or say which bytes belong to which field. The output is for
/// Foundation's decoder.
enum CanonicalJSON {
  /// Encodes a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - userInfo: The `userInfo` of the encoder.
  ///   - redaction: Replaces secret values wherever they occur.
  ///   - notesAbsence: Whether the result has the paths of fields that are `nil`, which costs a string for each.
  /// - Throws: The error of the value's `encode(to:)`. An `EncodingError`, if it uses a container after a later one.
  static func encode(
    _ value: some Encodable,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    redaction: Redaction = Redaction(),
    notesAbsence: Bool = false
  ) throws -> EncodedValue {
    let output = JSONOutput(userInfo: userInfo, redaction: redaction)
    output.notesAbsence = notesAbsence
    try output.write(value, path: [])
    if let error = output.error { throw error }
    return EncodedValue(bytes: output.bytes, fields: output.fields, absent: output.absent)
  }

  /// Returns a decoder for what ``encode(_:userInfo:redaction:)`` has written.
  static func decoder(userInfo: [CodingUserInfoKey: any Sendable] = [:]) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: JSONOutput.infinity,
      negativeInfinity: "-" + JSONOutput.infinity,
      nan: JSONOutput.notANumber
    )
    decoder.userInfo = userInfo
    return decoder
  }
}

/// The bytes of a JSON text that is being written. The open containers form a stack.
final class JSONOutput {
  static let infinity = "Infinity"
  static let notANumber = "NaN"
  /// The number of keys in the paths of ``fields``.
  private static let depthOfFields = 2

  let userInfo: [CodingUserInfoKey: any Sendable]
  private let redaction: Redaction
  private(set) var bytes: [UInt8] = []
  /// The fields of the value and of its direct fields.
  private(set) var fields: [EncodedValue.Field] = []
  var notesAbsence = false
  /// The paths of fields that were not written because they are `nil`, if they are noted.
  private(set) var absent: [String] = []
  private var containers: [OpenContainer] = []
  private var lastContainer = 0
  /// The first misuse of a container by a call that can't throw.
  private(set) var error: EncodingError?

  private struct OpenContainer {
    let number: Int
    let isKeyed: Bool
    var isEmpty = true
    /// A nested container that is not complete: its field, and where it begins.
    var field: (path: String, start: Int)?
  }

  init(userInfo: [CodingUserInfoKey: any Sendable], redaction: Redaction) {
    self.userInfo = userInfo
    self.redaction = redaction
  }

  // MARK: Values

  /// Writes a value, and closes the containers that it has opened.
  func write<Value: Encodable>(_ value: Value, path: [any CodingKey]) throws {
    if redaction.isEmpty { return try writeUnredacted(value, path: path) }
    let standIn = redaction.apply(to: value)
    if let same = standIn as? Value { return try writeUnredacted(same, path: path) }
    try writeUnredacted(standIn, path: path)
  }

  private func writeUnredacted<Value: Encodable>(_ value: Value, path: [any CodingKey]) throws {
    if writeScalar(value) { return }
    let depth = containers.count
    let start = bytes.count
    if let value = value as? any UnorderedElements {
      try value.write(to: self, path: path)
    } else {
      try value.encode(to: JSONEncoderOfValue(output: self, codingPath: path, depth: depth))
    }
    close(to: depth)
    // A value that opens no container is an empty object for Foundation's decoder.
    if bytes.count == start { append("{}") }
  }

  /// Writes a value of a type that needs no container.
  private func writeScalar<Value>(_ value: Value) -> Bool {
    switch Value.self {
    case is String.Type: write(string: value as? String ?? "")
    case is Bool.Type: append(value as? Bool == true ? "true" : "false")
    case is Double.Type: write(number: value as? Double ?? 0)
    case is Float.Type: write(number: value as? Float ?? 0)
    case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type, is UInt.Type, is UInt8.Type,
      is UInt16.Type, is UInt32.Type, is UInt64.Type:
      append("\(value)")
    case is Decimal.Type:
      let decimal = value as? Decimal ?? 0
      if decimal.isNaN { fail("A Decimal that is not a number can't be decoded.") }
      append("\(decimal)")
    case is Data.Type: write(string: (value as? Data ?? Data()).base64EncodedString())
    case is URL.Type: write(string: (value as? URL)?.absoluteString ?? "")
    default: return false
    }
    return true
  }

  func write(string: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: append("\\n")
      case 0..<0x20: append(byte < 0x10 ? "\\u000\(String(byte, radix: 16))" : "\\u00\(String(byte, radix: 16))")
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func write(number: some BinaryFloatingPoint & LosslessStringConvertible) {
    if number.isFinite { return append("\(number)") }
    write(string: number.isNaN ? Self.notANumber : number < 0 ? "-" + Self.infinity : Self.infinity)
  }

  func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends JSON that was written elsewhere.
  func append(_ json: some Sequence<UInt8>) {
    bytes.append(contentsOf: json)
  }

  /// Returns the JSON of a part, written by itself.
  func separately(_ write: (JSONOutput) throws -> Void) rethrows -> [UInt8] {
    let output = JSONOutput(userInfo: userInfo, redaction: redaction)
    try write(output)
    output.close(to: 0)
    error = error ?? output.error
    return output.bytes
  }

  // MARK: Containers

  /// The number of open containers.
  var depth: Int { containers.count }

  /// Makes the encoding fail at its end, because its output is no valid JSON.
  func fail(_ description: String, path: [any CodingKey] = []) {
    guard error == nil else { return }
    let context = EncodingError.Context(codingPath: path, debugDescription: description)
    error = .invalidValue(description, context)
  }

  /// Opens the container of a value, or continues the one that the value has opened before, as a subclass does.
  ///
  /// - Parameters:
  ///   - isKeyed: Whether the container is an object.
  ///   - depth: The number of containers around the value.
  /// - Returns: The container's number.
  func open(isKeyed: Bool, at depth: Int) -> Int {
    if containers.count > depth {
      close(to: depth + 1)
      if containers[depth].isKeyed != isKeyed { fail("A value was encoded as an object and as an array.") }
      return containers[depth].number
    }
    bytes.append(UInt8(ascii: isKeyed ? "{" : "["))
    lastContainer += 1
    containers.append(OpenContainer(number: lastContainer, isKeyed: isKeyed))
    return lastContainer
  }

  /// Closes the innermost containers, until so many are open.
  func close(to depth: Int) {
    while containers.count > depth {
      let container = containers.removeLast()
      bytes.append(UInt8(ascii: container.isKeyed ? "}" : "]"))
      if let last = containers.indices.last { endField(of: last) }
    }
  }

  /// Prepares the next element of a container, which becomes the innermost one.
  ///
  /// - Returns: Whether the container is still open.
  func beginElement(_ number: Int, key: (any CodingKey)?) -> Bool {
    guard let index = containers.lastIndex(where: { $0.number == number }) else { return false }
    close(to: index + 1)
    if containers[index].isEmpty { containers[index].isEmpty = false } else { bytes.append(UInt8(ascii: ",")) }
    guard let key else { return true }
    write(string: key.stringValue)
    bytes.append(UInt8(ascii: ":"))
    if let path = path(of: key, in: index) { containers[index].field = (path, bytes.count) }
    return true
  }

  /// Notes that a container does not have an element, because it is `nil`.
  func noteAbsence(_ number: Int, key: any CodingKey) {
    guard notesAbsence, let index = containers.lastIndex(where: { $0.number == number }) else { return }
    if let path = path(of: key, in: index) { absent.append(path) }
  }

  /// Returns the path of a field in an open container; `nil` if its elements are no fields.
  private func path(of key: any CodingKey, in index: Int) -> String? {
    // Only keyed containers have fields, and only those whose parents have.
    guard index < Self.depthOfFields, index == 0 || containers[index - 1].field != nil else { return nil }
    let parent = index == 0 ? nil : containers[index - 1].field?.path
    return (parent.map { "\($0)." } ?? "") + key.stringValue
  }

  /// Ends the element of a container that was written without another container.
  func endElement(_ number: Int) {
    guard let index = containers.lastIndex(where: { $0.number == number }) else { return }
    close(to: index + 1)
    endField(of: index)
  }

  private func endField(of index: Int) {
    guard let field = containers[index].field else { return }
    containers[index].field = nil
    fields.append(EncodedValue.Field(path: field.path, range: field.start..<bytes.count))
  }
}

/// The elements of a set or a dictionary, whose order differs in each process.
private protocol UnorderedElements {
  func write(to output: JSONOutput, path: [any CodingKey]) throws
}

extension Set: UnorderedElements where Element: Encodable {
  fileprivate func write(to output: JSONOutput, path: [any CodingKey]) throws {
    let elements = try map { element in try output.separately { try $0.write(element, path: path) } }
    output.append("[")
    output.append(Array(elements.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [UInt8(ascii: ",")])))
    output.append("]")
  }
}

extension Dictionary: UnorderedElements where Key: Encodable, Value: Encodable {
  fileprivate func write(to output: JSONOutput, path: [any CodingKey]) throws {
    // Foundation's decoder expects an object for these keys, and otherwise an array of keys and values.
    let isObject = Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    let elements = try map { key, value in
      let keyBytes = try output.separately { output in
        switch key {
        case let key as String: output.write(string: key)
        case let key as Int: output.write(string: "\(key)")
        case let key as any CodingKeyRepresentable: output.write(string: key.codingKey.stringValue)
        default: try output.write(key, path: path)
        }
      }
      return (keyBytes, try output.separately { try $0.write(value, path: path) })
    }
    output.append(isObject ? "{" : "[")
    for (index, element) in elements.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }).enumerated() {
      if index > 0 { output.append(",") }
      output.append(element.0)
      output.append(isObject ? ":" : ",")
      output.append(element.1)
    }
    output.append(isObject ? "}" : "]")
  }
}
