@_spi(Internals) import CounterpointSupport
import Foundation
package import StateSharing

/// Encodes and decodes states and actions as recordings have them.
package struct RecordingCoder {
  /// The `userInfo` of encoders and decoders.
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let redaction: Redaction
  private let sharedValues: SharedValueTable

  /// - Parameters:
  ///   - sharedValues: The shared values that occur in the coded values; a table of their own by default.
  ///   - redaction: Replaces secrets.
  package init(sharedValues: SharedValueTable = SharedValueTable(), redacting redaction: Redaction) {
    self.redaction = redaction
    self.sharedValues = sharedValues
    userInfo = [
      RecordingCoding.key: RecordingCoding(sharedValues: sharedValues) { value, property, owner in
        redaction.standIn(for: value, property: property, of: owner)
      }
    ]
  }

  /// Encodes a value, and tells which text belongs to which field, and which fields are `nil`.
  ///
  /// With the memory of the value before, parts that have not changed are not encoded again, and long texts are hashes.
  ///
  /// - Throws: The error of the value, or one that says that its type is not `Encodable`.
  func encodeFields(
    _ value: some Any,
    remembering memory: EncodedPart? = nil
  ) throws -> EncodedValue {
    guard let value = value as? any Encodable else { throw NotEncodable(type: type(of: value)) }
    return try CanonicalJSON.encode(
      value,
      userInfo: userInfo,
      redaction: redaction,
      remembering: memory,
      sharedValues: sharedValues
    )
  }

  /// Encodes a value.
  ///
  /// - Throws: The error of the value, or one that says that its type is not `Encodable`.
  package func encode(_ value: some Any) throws -> JSONText {
    JSONText(try encodeFields(value).bytes ?? [])
  }

  /// Decodes a value.
  ///
  /// - Throws: The error of the decoder. See ``describe(_:)``.
  package func decode<Value: Decodable>(_ type: Value.Type, from text: JSONText) throws -> Value {
    try CanonicalJSON.decoder(userInfo: userInfo).decode(type, from: text.data)
  }

  /// Returns why a value can't be encoded.
  package func reason(_ error: any Error) -> String {
    switch error {
    case let error as NotEncodable: "\(error)"
    case EncodingError.invalidValue(_, let context): context.debugDescription
    default: redaction.text(of: error)
    }
  }

  /// Returns why a text can't be decoded, and where.
  package static func describe(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing at '\(path(context))'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty
        ? context.debugDescription
        : "\(context.debugDescription) (at '\(path(context))')"
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}

private struct NotEncodable: Error, CustomStringConvertible {
  let type: Any.Type

  var description: String { "'\(qualifiedName(type))' is not 'Encodable'" }
}
