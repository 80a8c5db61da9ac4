@_spi(Internals) import CounterpointSupport
import Foundation

/// The encoder of one value. Its containers write to the output at once.
struct JSONEncoderOfValue: Encoder {
  let output: JSONOutput
  let path: CodingPath
  /// The number of containers around the value.
  let depth: Int
  /// The memory of the value; `nil` if nothing is remembered.
  let memory: EncodedPart?

  var userInfo: [CodingUserInfoKey: Any] { output.userInfo }
  var codingPath: [any CodingKey] { path.keys }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let number = output.open(isKeyed: true, isList: isKeyOfDictionary(type), at: depth, memory)
    return KeyedEncodingContainer(KeyedJSONContainer(output: output, path: path.inner, number: number))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let number = output.open(isKeyed: false, isList: true, at: depth, memory)
    return UnkeyedJSONContainer(output: output, path: path, number: number)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleJSONValue(output: output, path: path, memory: memory)
  }
}

/// The keys that lead to a value. They become an array only for their readers.
struct CodingPath {
  private final class Outer {
    let path: CodingPath

    init(_ path: CodingPath) { self.path = path }
  }

  /// The path of the container; `nil` if the value is the outermost one.
  private let outer: Outer?
  /// The key in the container; `nil` if the value is the content of another one, or an element of an array.
  private let key: (any CodingKey)?

  init() { (outer, key) = (nil, nil) }

  private init(_ outer: Outer?, _ key: (any CodingKey)?) { (self.outer, self.key) = (outer, key) }

  /// The path of a container whose elements have keys.
  var inner: CodingPath { key == nil ? self : CodingPath(Outer(self), nil) }

  /// Returns the path of an element of this container.
  func appending(_ key: any CodingKey) -> CodingPath {
    self.key == nil ? CodingPath(outer, key) : CodingPath(Outer(self), key)
  }

  var keys: [any CodingKey] {
    var keys = key.map { [$0] } ?? []
    var next = outer
    while let path = next?.path {
      if let key = path.key { keys.append(key) }
      next = path.outer
    }
    return keys.reversed()
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
    path: CodingPath(),
    depth: 0,
    memory: nil
  )
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    seen.withLock { $0 = type }
    let number = encoder.output.open(isKeyed: true, isList: false, at: 0, nil)
    return KeyedEncodingContainer(KeyedJSONContainer(output: encoder.output, path: CodingPath(), number: number))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

  func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }
}

/// Thrown if a value is encoded into a container that is already closed.
private func interleaved(_ value: Any, _ path: CodingPath) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: path.keys, debugDescription: interleavedDescription))
}

private let interleavedDescription = "A value was encoded into a container that its parent had already continued."

private struct SingleJSONValue: SingleValueEncodingContainer {
  let output: JSONOutput
  let path: CodingPath
  let memory: EncodedPart?

  var codingPath: [any CodingKey] { path.keys }

  mutating func encodeNil() throws { output.append("null") }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    output.beginContent(of: memory)
    try output.write(value, path: path)
  }
}

private struct KeyedJSONContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput
  let path: CodingPath
  /// The number of the container.
  let number: Int

  var codingPath: [any CodingKey] { path.keys }

  mutating func encodeNil(forKey key: Key) throws {
    guard output.beginElement(number, key: key) else { throw interleaved("nil", path.appending(key)) }
    output.append("null")
    output.endElement(number)
  }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard output.beginElement(number, key: key) else { throw interleaved(value, path.appending(key)) }
    try output.write(value, path: path.appending(key))
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
    let path = path.appending(key)
    if !output.beginElement(number, key: key) { output.fail(interleavedDescription, path: path) }
    return JSONEncoderOfValue(output: output, path: path, depth: output.depth, memory: output.takeMemory())
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
  let path: CodingPath
  /// The number of the container.
  let number: Int
  private(set) var count = 0

  var codingPath: [any CodingKey] { path.keys }

  init(output: JSONOutput, path: CodingPath, number: Int) {
    self.output = output
    self.path = path
    self.number = number
  }

  mutating func encodeNil() throws {
    count += 1
    guard output.beginElement(number, key: nil) else { throw interleaved("nil", path) }
    output.append("null")
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    count += 1
    guard output.beginElement(number, key: nil) else { throw interleaved(value, path) }
    try output.write(value, path: path)
    output.endElement(number)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { encoder() }

  private mutating func encoder() -> JSONEncoderOfValue {
    count += 1
    if !output.beginElement(number, key: nil) { output.fail(interleavedDescription, path: path) }
    return JSONEncoderOfValue(output: output, path: path, depth: output.depth, memory: output.takeMemory())
  }
}

extension JSONOutput {
  /// Writes a value of a type that needs no container.
  func writeScalar<Value>(_ value: Value) -> Bool {
    let type = Value.self
    if type == Int.self {
      append("\(value as? Int ?? 0)")
    } else if type == String.self {
      write(string: value as? String ?? "")
    } else if type == Bool.self {
      append(value as? Bool == true ? "true" : "false")
    } else if type == Double.self {
      write(number: value as? Double ?? 0)
    } else if type == Float.self {
      write(number: value as? Float ?? 0)
    } else if type == Int8.self || type == Int16.self || type == Int32.self || type == Int64.self || type == UInt.self
      || type == UInt8.self || type == UInt16.self || type == UInt32.self || type == UInt64.self
    {
      append("\(value)")
    } else if type == Decimal.self {
      let decimal = value as? Decimal ?? 0
      if decimal.isNaN { fail("A Decimal that is not a number can't be decoded.", path: CodingPath()) }
      append("\(decimal)")
    } else if type == Data.self {
      write(string: (value as? Data ?? Data()).base64EncodedString())
    } else if type == URL.self {
      write(string: (value as? URL)?.absoluteString ?? "")
    } else {
      return false
    }
    return true
  }

  private func write(number: some BinaryFloatingPoint & LosslessStringConvertible) {
    if number.isFinite { return append("\(number)") }
    write(string: number.isNaN ? Self.notANumber : number < 0 ? "-" + Self.infinity : Self.infinity)
  }
}
