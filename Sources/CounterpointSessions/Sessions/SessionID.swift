/// An identifier of a session: 128 random bits.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  /// Makes a new identifier.
  ///
  /// - Parameter generator: By default the system's, which is made for keys and passwords.
  init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Reads 32 lowercase hexadecimal digits; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let high = UInt64(hexadecimal: text.utf8.prefix(16)),
      let low = UInt64(hexadecimal: text.utf8.dropFirst(16))
    else { return nil }
    self.high = high
    self.low = low
  }

  /// 32 digits.
  var description: String { high.hexadecimal + low.hexadecimal }
}
