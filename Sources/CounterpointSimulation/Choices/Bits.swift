/// Bits that look random and are the same for the same inputs, on every platform and in every process.
enum Bits {
  /// Mixes a number so that each bit of the result depends on each bit of the number (the finalizer of SplitMix64).
  static func mixed(_ number: UInt64) -> UInt64 {
    var bits = number &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number for a text (FNV-1a), because the hash values of the standard library differ between processes.
  static func number(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var number: UInt64 = 0xCBF2_9CE4_8422_2325
      var index = 0
      // A loop over indices, because an iterator of a debug build is slow, and each step of a run needs this.
      while index < bytes.count {
        number = unsafe (number ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
        index += 1
      }
      return number
    }
  }
}

/// The random numbers of a simulated process.
struct ProcessGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Bits.mixed(state)
  }
}
