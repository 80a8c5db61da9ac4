import Foundation

/// Encodes a value as `JSONEncoder` does with sorted keys, in a fraction of its time, if the value consists of what
/// actions usually have: objects, arrays, texts without escapes, integers and Booleans.
///
/// A page encodes the actions of all its buttons whenever it is rendered.
final class ActionEncoder: Encoder {
  private enum Value {
    /// Only `JSONEncoder` knows how to write it.
    case unknown
    /// JSON without strings.
    case text(String)
    case string(String)
    case container(ActionEncoder)
  }

  private enum Content {
    case nothing
    case single(Value)
    case array([Value])
    case object([(key: String, value: Value)])
  }

  private var content = Content.nothing
  // The parent retains this encoder, until everything is written.
  private unowned let parent: ActionEncoder?
  private let key: (any CodingKey)?

  private init(parent: ActionEncoder?, key: (any CodingKey)?) {
    self.parent = parent
    self.key = key
  }

  /// Returns the JSON of a value; `nil` if `JSONEncoder` must encode it.
  static func text(of value: some Encodable) -> String? {
    let root = ActionEncoder(parent: nil, key: nil)
    var text = ""
    guard write(root.value(of: value, nil), to: &text) else { return nil }
    return text
  }

  var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Object(encoder: beginObject()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Items(encoder: beginArray()) }
  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private func beginObject() -> ActionEncoder {
    switch content {
    case .nothing: content = .object([])
    case .object: break
    case .single, .array: content = .single(.unknown)
    }
    return self
  }

  private func beginArray() -> ActionEncoder {
    switch content {
    case .nothing: content = .array([])
    case .array: break
    case .single, .object: content = .single(.unknown)
    }
    return self
  }

  private func set(_ value: Value) {
    guard case .nothing = content else { return content = .single(.unknown) }
    content = .single(value)
  }

  private func append(_ value: Value) {
    guard case .array(var items) = content else { return }
    content = .nothing
    items.append(value)
    content = .array(items)
  }

  private func set(_ value: Value, for key: String) {
    guard case .object(var items) = content else { return }
    content = .nothing
    items.removeAll { $0.key == key }
    items.append((key, value))
    content = .object(items)
  }

  private func child(_ key: (any CodingKey)?) -> ActionEncoder { ActionEncoder(parent: self, key: key) }

  /// Returns an encoder for what only `JSONEncoder` knows how to write.
  private func unknownChild() -> ActionEncoder {
    content = .single(.unknown)
    return child(nil)
  }

  private func value<T: Encodable>(of value: T, _ key: (any CodingKey)?) -> Value {
    if T.self == String.self, let text = value as? String { return .string(text) }
    if T.self == Bool.self, let flag = value as? Bool { return .text(flag ? "true" : "false") }
    if T.self == Int.self || Self.isOtherInteger(T.self) { return .text(String(describing: value)) }
    guard Self.encodesItself(T.self) else { return .unknown }
    let encoder = child(key)
    // `JSONEncoder` will throw the same error.
    guard (try? value.encode(to: encoder)) != nil else { return .unknown }
    return .container(encoder)
  }

  private static func isOtherInteger<T>(_ type: T.Type) -> Bool {
    type == Int64.self || type == UInt64.self || type == UInt8.self || type == UInt.self || type == Int32.self
      || type == UInt32.self || type == Int16.self || type == UInt16.self || type == Int8.self
  }

  /// Whether `JSONEncoder` calls `encode(to:)` of a type.
  private static func encodesItself<T>(_ type: T.Type) -> Bool {
    type != Double.self && type != Float.self && type != Date.self && type != Data.self && type != URL.self
      && type != Decimal.self && type != Int128.self && type != UInt128.self
  }
}

// MARK: - Containers

// A generic `encode` stands for those of the single types.
extension ActionEncoder {
  private struct Object<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ActionEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.set(.text("null"), for: key.stringValue) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) {
      encoder.set(encoder.value(of: value, key), for: key.stringValue)
    }

    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      KeyedEncodingContainer(ActionEncoder.Object<NestedKey>(encoder: nested(key).beginObject()))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      Items(encoder: nested(key).beginArray())
    }

    func superEncoder() -> any Encoder { encoder.unknownChild() }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.unknownChild() }

    private func nested(_ key: Key) -> ActionEncoder {
      let nested = encoder.child(key)
      encoder.set(.container(nested), for: key.stringValue)
      return nested
    }
  }
  private struct Items: UnkeyedEncodingContainer {
    let encoder: ActionEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int {
      if case .array(let items) = encoder.content { items.count } else { 0 }
    }

    func encodeNil() { encoder.append(.text("null")) }
    func encode<T: Encodable>(_ value: T) { encoder.append(encoder.value(of: value, nil)) }

    func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
      KeyedEncodingContainer(Object<NestedKey>(encoder: nested().beginObject()))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Items(encoder: nested().beginArray()) }
    func superEncoder() -> any Encoder { encoder.unknownChild() }

    private func nested() -> ActionEncoder {
      let nested = encoder.child(nil)
      encoder.append(.container(nested))
      return nested
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ActionEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.set(.text("null")) }
    func encode<T: Encodable>(_ value: T) { encoder.set(encoder.value(of: value, nil)) }
  }
}

// MARK: - Writing

extension ActionEncoder {
  /// Appends the JSON of a value.
  ///
  /// - Returns: Whether all of it is known.
  private static func write(_ value: Value, to text: inout String) -> Bool {
    switch value {
    case .unknown: return false
    case .text(let json): text += json
    case .string(let string): return write(string, to: &text)
    case .container(let encoder): return encoder.write(to: &text)
    }
    return true
  }

  private func write(to text: inout String) -> Bool {
    switch content {
    case .nothing:
      return false
    case .single(let value):
      return Self.write(value, to: &text)
    case .array(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        guard Self.write(item, to: &text) else { return false }
      }
      text += "]"
    case .object(var items):
      if items.count > 1 {
        // The order of other keys is that of `JSONEncoder`.
        guard items.allSatisfy({ $0.key.utf8.allSatisfy { $0 < 0x80 } }) else { return false }
        items.sort { $0.key < $1.key }
      }
      text += "{"
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        guard Self.write(item.key, to: &text) else { return false }
        text += ":"
        guard Self.write(item.value, to: &text) else { return false }
      }
      text += "}"
    }
    return true
  }

  private static func write(_ string: String, to text: inout String) -> Bool {
    let isPlain = string.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }
    guard isPlain else { return false }
    text += "\""
    text += string
    text += "\""
    return true
  }
}
