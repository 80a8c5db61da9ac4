public import Foundation

// JSON has no numbers for NaN and the infinities. Stored values write them as the strings "#nan", "#inf" and "#-inf".

extension JSONEncoder {
  /// Returns an encoder of stored values, which writes NaN and the infinities as strings.
  @_spi(Internals) public static func forStorage() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "#inf",
      negativeInfinity: "#-inf",
      nan: "#nan"
    )
    return encoder
  }
}

extension JSONDecoder {
  /// Returns a decoder of stored values, which reads the strings of `JSONEncoder.forStorage()` as numbers.
  @_spi(Internals) public static func forStorage() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "#inf",
      negativeInfinity: "#-inf",
      nan: "#nan"
    )
    return decoder
  }
}
