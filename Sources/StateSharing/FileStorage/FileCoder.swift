package import Foundation

/// Turns values into bytes and back, and older bytes into newer ones.
package struct FileCoder<Value>: Sendable {
  /// The value, and whether it was stored in an older form.
  package let decode: @Sendable (Data) throws -> (value: Value, isOld: Bool)
  package let encode: @Sendable (Value) throws -> Data
}

extension FileCoder where Value: Codable & SendableMetatype {
  package init(decoder: JSONDecoder?, encoder: JSONEncoder?) {
    decode = { (try (decoder ?? JSONDecoder()).decode(Value.self, from: $0), false) }
    encode = { try (encoder ?? .forFiles).encode($0) }
  }

  /// Files that say which version of the program's schema they have: `{"payload": …, "version": 3}`. A file without that is
  /// of version 0.
  package init(
    path: String,
    version: Int,
    migrations: [Int: @Sendable (Data) throws -> Data],
    decoder: JSONDecoder?,
    encoder: JSONEncoder?
  ) {
    decode = { data in
      let decoder = decoder ?? JSONDecoder()
      var payload = data
      var found = 0
      if let envelope = try JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed]) as? [String: Any],
        Set(envelope.keys) == ["payload", "version"], let number = envelope["version"].flatMap(schemaVersion)
      {
        found = number
        guard found <= version else {
          throw SharedStorageError.newerSchema(path: path, found: found, supported: version)
        }
        payload = try JSONSerialization.data(
          withJSONObject: envelope["payload"] ?? NSNull(),
          options: [.fragmentsAllowed]
        )
      }
      for step in found..<version {
        if let migrate = migrations[step] { payload = try migrate(payload) }
      }
      return (try decoder.decode(Value.self, from: payload), found < version)
    }
    encode = { try (encoder ?? .forFiles).encode(Envelope(version: version, payload: $0)) }
  }
}

/// The number of a schema, or nil if it is none. A number that is too large is the largest.
private func schemaVersion(_ number: Any) -> Int? {
  if let number = number as? Int { return number }
  if number is UInt64 { return .max }
  if let number = number as? Double, number >= Double(Int.max) { return .max }
  return nil
}

private struct Envelope<Payload: Encodable>: Encodable {
  let version: Int
  let payload: Payload
}

extension JSONEncoder {
  /// Readable and in a stable order in debug builds, compact in release.
  fileprivate static var forFiles: JSONEncoder {
    let encoder = JSONEncoder()
    #if DEBUG
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #endif
    return encoder
  }
}
