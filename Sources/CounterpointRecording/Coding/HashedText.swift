/// The hash of a JSON text that is too long to be kept. The hash of a concatenation follows from those of its parts, so
/// that a part that has not changed is neither written nor hashed again.
struct HashedText: Hashable, Sendable {
  /// The number of bytes up to which a text is kept instead.
  static let limit = 4096

  /// A polynomial of the bytes, modulo the prime 2⁶¹ − 1.
  private(set) var value: UInt64 = 0
  /// The base of the polynomial to the power of ``count``.
  private var power: UInt64 = 1
  /// The number of bytes.
  private(set) var count = 0

  private static let prime: UInt64 = 1 << 61 - 1
  // Small enough that two bytes and their factor fit into a word.
  private static let base: UInt64 = 0x3_2B4C_9D71_0A57
  private static let square = multiply(base, base)

  /// The hash of an empty text.
  init() {}

  /// Hashes a text. O(*n*).
  init(_ bytes: some Collection<UInt8>) {
    let hashed: Void? = bytes.withContiguousStorageIfAvailable { unsafe append($0) }
    if hashed == nil { unsafe Array(bytes).withUnsafeBufferPointer { unsafe append($0) } }
  }

  /// The same for a text that is kept, for comparisons.
  init(_ text: EncodedText) {
    switch text {
    case .kept(let bytes): self.init(bytes)
    case .hashed(let hashed): self = hashed
    }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    var value = value
    var position = 0
    while position + 2 <= bytes.count {
      let pair = unsafe UInt64(bytes[position]) &* Self.base &+ UInt64(bytes[position + 1])
      value = Self.add(Self.multiply(value, Self.square), pair)
      position += 2
    }
    if position < bytes.count {
      value = unsafe Self.add(Self.multiply(value, Self.base), UInt64(bytes[position]))
    }
    self.value = value
    power = Self.multiply(power, Self.power(bytes.count))
    count += bytes.count
  }

  /// Appends another text.
  mutating func append(_ other: HashedText) {
    value = Self.add(Self.multiply(value, other.power), other.value)
    power = Self.multiply(power, other.power)
    count += other.count
  }

  /// The 64 bits that a recording contains.
  var digest: UInt64 {
    let mixed = (value ^ UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return mixed ^ (mixed >> 32)
  }

  private static func power(_ exponent: Int) -> UInt64 {
    var (result, factor, rest): (UInt64, UInt64, Int) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = multiply(result, factor) }
      factor = multiply(factor, factor)
      rest >>= 1
    }
    return result
  }

  private static func add(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let sum = first &+ second
    return sum >= prime ? sum &- prime : sum
  }

  private static func multiply(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return add(product.low & prime, product.high &<< 3 | product.low &>> 61)
  }
}

/// The JSON text of a part of a value: the text itself, or the hash of a long one whose bytes were not written.
enum EncodedText: Hashable, Sendable {
  case kept(ArraySlice<UInt8>)
  case hashed(HashedText)

  /// The number of bytes.
  var count: Int {
    switch self {
    case .kept(let bytes): bytes.count
    case .hashed(let text): text.count
    }
  }

  /// Compares the texts, by their hashes if one is not kept.
  static func == (lhs: Self, rhs: Self) -> Bool {
    if case .kept(let first) = lhs, case .kept(let second) = rhs {
      return first.count == second.count && first.elementsEqual(second)
    }
    return lhs.count == rhs.count && HashedText(lhs) == HashedText(rhs)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
