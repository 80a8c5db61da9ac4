import Foundation

/// A value as canonical JSON, with the texts of its fields.
struct EncodedValue {
  /// A field of the value, or of one of its fields.
  struct Field {
    /// The keys, as in `draft.email`.
    let path: String
    let text: EncodedText
  }

  /// The text of the whole value.
  let text: EncodedText
  /// The fields, each after its own fields. A value without fields, such as a number, is a field without a name.
  let fields: [Field]
  /// The fields that the text does not contain because they are `nil`.
  private let absentFields: [AbsentField]
  /// The positions of the fields by path; empty if there are few of them.
  private let positions: [String: Int]

  private static let few = 16

  init(text: EncodedText, fields: [Field], absent: [AbsentField] = []) {
    self.text = text
    absentFields = absent
    self.fields = fields.isEmpty ? [Field(path: "", text: text)] : fields
    positions =
      fields.count <= Self.few
      ? [:] : Dictionary(zip(fields.map(\.path), fields.indices), uniquingKeysWith: { _, last in last })
  }

  /// The whole text; `nil` if parts of it were not written.
  var bytes: ArraySlice<UInt8>? {
    if case .kept(let bytes) = text { bytes } else { nil }
  }

  /// The paths of all fields, in alphabetical order.
  var paths: [String] { fields.map(\.path).sorted() }

  /// The paths of the fields that the text does not contain because they are `nil`.
  var absent: [String] { absentFields.map(\.path) }

  /// Returns the text of a field, `nil` if there is none.
  func field(_ path: String) -> EncodedText? {
    positions.isEmpty
      ? fields.last { $0.path == path }?.text : positions[path].map { fields[$0].text }
  }

  /// Returns whether a field has fields.
  func isObject(_ path: String) -> Bool { fields.contains { FieldPath.parent(of: $0.path) == path } }

  /// Returns what has changed, as the recording contains it: of each changed field that has no changed fields itself,
  /// in alphabetical order.
  ///
  /// A new field with fields is an empty object, followed by its fields, also those that are `nil`. Of a field that is
  /// gone or has no fields any more, the old fields are not mentioned.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - limit: The bytes up to which a field is written itself, instead of its digest.
  func changes(from old: EncodedValue?, limit: Int = FieldChange.Value.limit) -> [FieldChange] {
    var changes = changedTexts(from: old) ?? structuralChanges(from: old)
    guard changes.count > 1 else { return changes.map { FieldChange($0, limit: limit) } }
    changes.sort { $0.path < $1.path }
    return changes.map { FieldChange($0, limit: limit) }
  }

  /// Returns the innermost fields whose texts have changed, `nil` if the value has other fields than before.
  private func changedTexts(from old: EncodedValue?) -> [(path: String, text: EncodedText?)]? {
    // The fields of the same type have the same order, unless one of them is `nil`.
    guard let old, fields.count == old.fields.count else { return nil }
    var changed: [(path: String, text: EncodedText?)] = []
    for (new, old) in zip(fields, old.fields) {
      guard new.path == old.path else { return nil }
      if new.text != old.text { changed.append((new.path, new.text)) }
    }
    guard changed.count > 1 else { return changed }
    // A field's own fields say enough.
    let parents = Set(changed.compactMap { FieldPath.parent(of: $0.path) })
    return changed.filter { !parents.contains($0.path) }
  }

  private func structuralChanges(from old: EncodedValue?) -> [(path: String, text: EncodedText?)] {
    let parents = self.parents
    guard let old else { return fields.filter { !parents.contains($0.path) }.map { ($0.path, $0.text) } }
    let oldParents = old.parents
    /// Whether the field is an object before and after, so that its fields are compared.
    func isObject(_ path: String) -> Bool {
      (parents.contains(path) || self.field(path)?.isEmptyObject ?? false)
        && (oldParents.contains(path) || old.field(path)?.isEmptyObject ?? false)
    }
    var changes: [(path: String, text: EncodedText?)] = []
    /// The objects that were none before, or whose fields are gone.
    var objects: Set<String> = []
    for field in fields where !parents.contains(field.path) {
      let hadFields = oldParents.contains(field.path)
      if !hadFields && old.field(field.path) == field.text { continue }
      // The value itself is always there.
      if field.path.isEmpty && isObject("") { continue }
      if field.text.isEmptyObject { objects.insert(field.path) }
      changes.append((field.path, field.text))
    }
    for path in parents where !isObject(path) {
      objects.insert(path)
      changes.append((path, .kept(EncodedText.emptyObject)))
    }
    for field in old.fields where self.field(field.path) == nil {
      // If the field that contained it has changed as a whole, that says enough.
      guard let parent = FieldPath.parent(of: field.path), isObject(parent), !objects.contains(parent) else { continue }
      changes.append((field.path, nil))
    }
    for field in absentFields where objects.contains(field.parent) { changes.append((field.path, nil)) }
    return changes
  }

  /// The paths of the fields that have fields; an empty path for the value itself.
  private var parents: Set<String> { Set(fields.compactMap { FieldPath.parent(of: $0.path) }) }
}

extension EncodedText {
  fileprivate static let emptyObject = Array("{}".utf8)[...]

  fileprivate var isEmptyObject: Bool { if case .kept(let bytes) = self { bytes == Self.emptyObject } else { false } }
}

/// A field that was not written because it is `nil`.
struct AbsentField: Hashable {
  /// The path of the value that has the field.
  let parent: String
  let key: String

  var path: String { FieldPath.joined(parent, key) }
}

/// A field after an action.
package struct FieldChange: Hashable, Sendable {
  package let path: String
  package let value: Value

  package enum Value: Hashable, Sendable {
    /// A short value: its JSON.
    case json(JSONText)
    /// A hash of the JSON.
    case digest(UInt64)
    case absent

    /// The number of bytes up to which a value is written itself, because its digest would be no shorter.
    static let limit = 32

    init(_ text: EncodedText?, limit: Int = Self.limit) {
      switch text {
      case nil: self = .absent
      case .kept(let bytes)? where bytes.count <= limit: self = .json(JSONText(bytes))
      case .kept(let bytes)? where bytes.count <= HashedText.limit: self = .digest(stableHash(bytes))
      case .kept(let bytes)?: self = .digest(HashedText(bytes).digest)
      case .hashed(let text)?: self = .digest(text.digest)
      }
    }
  }
}

extension FieldChange {
  fileprivate init(_ field: (path: String, text: EncodedText?), limit: Int) {
    self.init(path: field.path, value: Value(field.text, limit: limit))
  }
}

/// Returns a 64-bit hash that is the same on every platform: FNV-1a, with a final mix.
func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
  return hash ^ (hash >> 32)
}

/// A JSON text, as it is in a file. It can be a part of a longer text, whose memory it keeps.
@_spi(Internals) public struct JSONText: Hashable, Sendable, CustomStringConvertible {
  /// The text in UTF-8.
  public let bytes: ArraySlice<UInt8>

  /// Takes a part of a longer text without a copy.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Copies a text.
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)[...]
  }

  /// The text as a string.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  var data: Data { Data(bytes) }
}

extension JSONText: Codable {
  /// Decodes any value, and writes it as canonical JSON.
  public init(from decoder: any Decoder) throws {
    self = try JSONValue(from: decoder).json
  }

  /// Encodes the value of the text.
  public func encode(to encoder: any Encoder) throws {
    try CanonicalJSON.decoder().decode(JSONValue.self, from: data).encode(to: encoder)
  }
}
