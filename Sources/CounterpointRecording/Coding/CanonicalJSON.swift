import Foundation
import StateSharing

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
  ///   - memory: The memory of the value before. Its parts that have not changed are not encoded again.
  ///   - sharedValues: The shared values that have been encoded.
  /// - Throws: The error of the value's `encode(to:)`. An `EncodingError`, if it uses a container after a later one.
  static func encode(
    _ value: some Encodable,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    redaction: Redaction = Redaction(),
    remembering memory: EncodedPart? = nil,
    sharedValues: SharedValueTable? = nil
  ) throws -> EncodedValue {
    try JSONOutput(userInfo: userInfo, redaction: redaction, sharedValues: sharedValues)
      .encode(value, remembering: memory)
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
