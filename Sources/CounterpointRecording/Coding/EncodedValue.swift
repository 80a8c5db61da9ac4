import Foundation

/// A value as canonical JSON, with the ranges of its fields.
struct EncodedValue {
  /// A field of the value, or of one of its fields.
  struct Field {
    /// The keys, as in `draft.email`.
    let path: String
    let range: Range<Int>
  }

  let bytes: [UInt8]
  /// The paths of the fields that the bytes do not contain because they are `nil`, if they were noted.
  let absent: [String]
  private let ranges: [String: Range<Int>]

  init(bytes: [UInt8], fields: [Field], absent: [String] = []) {
    self.bytes = bytes
    self.absent = absent
    // A value without fields, such as a number, is a field without a name.
    self.ranges =
      fields.isEmpty
      ? ["": bytes.indices] : Dictionary(fields.map { ($0.path, $0.range) }, uniquingKeysWith: { _, last in last })
  }

  /// The paths of all fields, in alphabetical order.
  var paths: [String] { ranges.keys.sorted() }

  /// Returns the JSON of a field, `nil` if there is none.
  func field(_ path: String) -> ArraySlice<UInt8>? { ranges[path].map { bytes[$0] } }

  /// Returns what has changed, as the recording contains it: of each changed field that has no changed fields itself.
  ///
  /// - Parameters:
  ///   - old: The value before.
  ///   - limit: The bytes up to which a field is written itself, instead of its digest.
  func changes(from old: EncodedValue?, limit: Int = FieldChange.Value.limit) -> [FieldChange] {
    guard bytes != old?.bytes else { return [] }
    var changes: [FieldChange] = []
    for path in Set(ranges.keys).union(old?.ranges.keys ?? [:].keys).sorted() {
      let new = field(path)
      let before = old?.field(path)
      guard new.map({ !$0.elementsEqual(before ?? []) }) ?? (before != nil) else { continue }
      // A field precedes its own fields. If one of them has changed, that says enough.
      if let dot = path.lastIndex(of: ".") { changes.removeAll { $0.path == path[..<dot] } }
      changes.append(FieldChange(path: path, value: FieldChange.Value(new, limit: limit)))
    }
    return changes
  }
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

    init(_ json: ArraySlice<UInt8>?, limit: Int = Self.limit) {
      guard let json else {
        self = .absent
        return
      }
      self = json.count <= limit ? .json(JSONText(json)) : .digest(stableHash(json))
    }
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
