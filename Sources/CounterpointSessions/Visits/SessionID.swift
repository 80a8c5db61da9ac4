/// What a visitor's cookie holds: 128 bits that nobody can guess.
struct SessionID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// A new one.
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

  /// Reads what a cookie holds; `nil` if it can't be one.
  init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.high = high
    self.low = low
  }

  /// 32 digits.
  var description: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
