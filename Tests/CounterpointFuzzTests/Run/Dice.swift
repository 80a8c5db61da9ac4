/// Random numbers that a seed repeats.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, step: Int = 0) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(step) &* 0xD1B5_4A32_D192_ED03
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 to less than a limit.
  mutating func roll(_ limit: Int) -> Int {
    Int(next() % UInt64(max(1, limit)))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[roll(elements.count)]
  }
}
