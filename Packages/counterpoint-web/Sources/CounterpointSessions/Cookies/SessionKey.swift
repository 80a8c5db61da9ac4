/// The secret key that signs a site's cookies: 128 bits.
///
/// By default, a site creates a random key, and its cookies are valid until the process ends. Processes with the same
/// key accept each other's cookies: all processes of a site, or a process and its successor.
///
/// ```swift
/// let key = ProcessInfo.processInfo.environment["SESSION_KEY"].flatMap { SessionKey($0) }
/// ```
public struct SessionKey: Sendable {
  let first: UInt64
  let second: UInt64

  /// Creates a random key with the system's cryptographically secure generator.
  public init() {
    var generator = SystemRandomNumberGenerator()
    first = generator.next()
    second = generator.next()
  }

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Parses a key, such as the output of `openssl rand -hex 16`.
  ///
  /// - Parameter text: 32 lowercase hexadecimal digits from a random generator; `nil` for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 32, let first = UInt64(hexadecimal: text.utf8.prefix(16)),
      let second = UInt64(hexadecimal: text.utf8.dropFirst(16))
    else { return nil }
    // The byte order is that of keys in the SipHash reference.
    self.first = first.byteSwapped
    self.second = second.byteSwapped
  }
}

extension SessionKey: CustomStringConvertible, CustomReflectable {
  /// A text without the key, because descriptions end up in logs.
  public var description: String { "SessionKey(secret)" }

  /// A mirror without the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// SipHash-2-4 with a 128-bit result: a keyed pseudorandom function for short messages.
///
/// The site signs its cookies with it, and compares pages by it. See Aumasson and Bernstein, "SipHash: a fast
/// short-input PRF".
struct SipHash: Hashable, Sendable {
  private(set) var high: UInt64
  private(set) var low: UInt64

  init(_ message: some Sequence<UInt8>, key: SessionKey) {
    var state = State(key)
    var word: UInt64 = 0
    var count = 0
    for byte in message {
      word |= UInt64(byte) << UInt64(8 * (count & 7))
      count += 1
      if count & 7 == 0 {
        state.add(word)
        word = 0
      }
    }
    state.add(word | UInt64(count & 0xff) << 56)
    (high, low) = state.result()
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Compares in constant time to prevent timing attacks on signatures.
  static func == (left: Self, right: Self) -> Bool {
    (left.high ^ right.high) | (left.low ^ right.low) == 0
  }

  private struct State {
    private var a, b, c, d: UInt64

    init(_ key: SessionKey) {
      a = key.first ^ 0x736f_6d65_7073_6575
      b = key.second ^ 0x646f_7261_6e64_6f6d ^ 0xee
      c = key.first ^ 0x6c79_6765_6e65_7261
      d = key.second ^ 0x7465_6462_7974_6573
    }

    mutating func add(_ word: UInt64) {
      d ^= word
      mix(2)
      a ^= word
    }

    /// The reference writes both halves in little-endian order. `high` and `low` hold these bytes in big-endian
    /// order.
    mutating func result() -> (high: UInt64, low: UInt64) {
      c ^= 0xee
      mix(4)
      let first = a ^ b ^ c ^ d
      b ^= 0xdd
      mix(4)
      return (first.byteSwapped, (a ^ b ^ c ^ d).byteSwapped)
    }

    private mutating func mix(_ rounds: Int) {
      for _ in 0..<rounds {
        a &+= b
        b = rotated(b, 13) ^ a
        a = rotated(a, 32)
        c &+= d
        d = rotated(d, 16) ^ c
        a &+= d
        d = rotated(d, 21) ^ a
        c &+= b
        b = rotated(b, 17) ^ c
        c = rotated(c, 32)
      }
    }

    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}

extension SipHash: CustomStringConvertible {
  /// The 32 hexadecimal digits of the 16 bytes that the reference writes.
  var description: String { high.hexadecimal + low.hexadecimal }

  /// Parses 32 lowercase hexadecimal digits; `nil` for any other text.
  init?(_ text: Substring) {
    guard text.utf8.count == 32, let high = UInt64(hexadecimal: text.utf8.prefix(16)),
      let low = UInt64(hexadecimal: text.utf8.dropFirst(16))
    else { return nil }
    self.init(high: high, low: low)
  }
}

extension UInt64 {
  /// The 16 lowercase hexadecimal digits of the number.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Parses exactly 16 lowercase hexadecimal digits; `nil` for any other text.
  init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 16 else { return nil }
    self = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
  }

  /// The bytes of the number in little-endian order.
  var bytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: self >> (8 * UInt64($0))) } }
}
