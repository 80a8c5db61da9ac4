@_spi(Internals) import CounterpointSupport
import Foundation

/// The encoder of one value. Its containers write to the output at once.
struct JSONEncoderOfValue: Encoder {
  let output: JSONOutput
  let codingPath: [any CodingKey]
  /// The number of containers around the value.
  let depth: Int
  /// The memory of the value; `nil` if nothing is remembered.
  let memory: EncodedPart?

  var userInfo: [CodingUserInfoKey: Any] { output.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let number = output.open(isKeyed: true, isList: isKeyOfDictionary(type), at: depth, memory)
    return KeyedEncodingContainer(KeyedJSONContainer(output: output, codingPath: codingPath, number: number))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let number = output.open(isKeyed: false, isList: true, at: depth, memory)
    return UnkeyedJSONContainer(output: output, codingPath: codingPath, number: number)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleJSONValue(output: output, codingPath: codingPath, memory: memory)
  }
}

/// Returns whether a type is that of the keys with which the standard library encodes dictionaries.
private func isKeyOfDictionary(_ key: Any.Type) -> Bool { key == keyOfDictionary }

/// The type has no public name.
private let keyOfDictionary: Any.Type? = {
  let encoder = KeyTypeEncoder()
  try? ["": 0].encode(to: encoder)
  return encoder.seen.withLock { $0 }
}()

/// Notes the type of the keys with which a value is encoded.
private struct KeyTypeEncoder: Encoder {
  let seen = Locked<Any.Type?>(nil)
  private let encoder = JSONEncoderOfValue(
    output: JSONOutput(userInfo: [:], redaction: Redaction()),
    codingPath: [],
    depth: 0,
    memory: nil
  )
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    seen.withLock { $0 = type }
    let number = encoder.output.open(isKeyed: true, isList: false, at: 0, nil)
    return KeyedEncodingContainer(KeyedJSONContainer(output: encoder.output, codingPath: [], number: number))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }
}

/// Thrown if a value is encoded into a container that is already closed.
private func interleaved(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: interleavedDescription))
}

private let interleavedDescription = "A value was encoded into a container that its parent had already continued."

private struct SingleJSONValue: SingleValueEncodingContainer {
  let output: JSONOutput
  let codingPath: [any CodingKey]
  let memory: EncodedPart?

  mutating func encodeNil() throws { output.append("null") }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    output.beginContent(of: memory)
    try output.write(value, path: codingPath)
  }
}

private struct KeyedJSONContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput
  let codingPath: [any CodingKey]
  /// The number of the container.
  let number: Int

  mutating func encodeNil(forKey key: Key) throws {
    guard output.beginElement(number, key: key) else { throw interleaved("nil", codingPath + [key]) }
    output.append("null")
    output.endElement(number)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard output.beginElement(number, key: key) else { throw interleaved(value, codingPath + [key]) }
    try output.write(value, path: codingPath + [key])
    output.endElement(number)
  }

  // The protocol's own implementations ignore `nil`.

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encode(orNote: value, key) }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encode(orNote: value, key) }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try encode(orNote: value, key)
  }

  /// Encodes a value, or notes that the container does not have it.
  private mutating func encode<Value: Encodable>(orNote value: Value?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { output.noteAbsence(number, key: key) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(forKey: key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(forKey: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder(forKey: SuperKey()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

  private func encoder(forKey key: any CodingKey) -> JSONEncoderOfValue {
    let path = codingPath + [key]
    if !output.beginElement(number, key: key) { output.fail(interleavedDescription, path: path) }
    return JSONEncoderOfValue(output: output, codingPath: path, depth: output.depth, memory: output.takeMemory())
  }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) {}
  init?(intValue: Int) { nil }
}

private struct UnkeyedJSONContainer: UnkeyedEncodingContainer {
  let output: JSONOutput
  let codingPath: [any CodingKey]
  /// The number of the container.
  let number: Int
  private(set) var count = 0

  init(output: JSONOutput, codingPath: [any CodingKey], number: Int) {
    self.output = output
    self.codingPath = codingPath
    self.number = number
  }

  mutating func encodeNil() throws {
    count += 1
    guard output.beginElement(number, key: nil) else { throw interleaved("nil", codingPath) }
    output.append("null")
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    count += 1
    guard output.beginElement(number, key: nil) else { throw interleaved(value, codingPath) }
    try output.write(value, path: codingPath)
    output.endElement(number)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { encoder() }

  private mutating func encoder() -> JSONEncoderOfValue {
    count += 1
    if !output.beginElement(number, key: nil) { output.fail(interleavedDescription, path: codingPath) }
    return JSONEncoderOfValue(output: output, codingPath: codingPath, depth: output.depth, memory: output.takeMemory())
  }
}

extension JSONOutput {
  /// Writes a value of a type that needs no container.
  func writeScalar<Value>(_ value: Value) -> Bool {
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

  private func write(number: some BinaryFloatingPoint & LosslessStringConvertible) {
    if number.isFinite { return append("\(number)") }
    write(string: number.isNaN ? Self.notANumber : number < 0 ? "-" + Self.infinity : Self.infinity)
  }
}
