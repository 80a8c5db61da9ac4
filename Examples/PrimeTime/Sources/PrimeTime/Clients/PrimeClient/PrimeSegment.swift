/// The primes of a segment of the number line, by the sieve of Eratosthenes.
///
/// Slot `i` of the line stands for the odd number `2i + 1`. Slot 0 stands for 2, because 1 is not prime.
struct PrimeSegment {
  private let firstSlot: Int
  /// A bit for each slot, set for composites.
  private var composites: [UInt64]

  /// - Parameters:
  ///   - slots: A multiple of 64.
  ///   - basePrimes: The odd primes through the square root of the largest number of interest.
  init(firstSlot: Int, slots: Int, basePrimes: [Int]) {
    self.firstSlot = firstSlot
    composites = Array(repeating: 0, count: slots / 64)
    for prime in basePrimes {
      // Smaller multiples of p than p * p have a smaller prime factor. The slots of odd multiples are p / 2 modulo p.
      let first = max(prime * prime / 2 - firstSlot, (prime / 2 - firstSlot % prime + prime) % prime)
      crossOut(from: first, through: slots - 1, by: prime)
    }
  }

  /// Marks every `step`-th slot, counted from the first of the segment.
  ///
  /// All the time is spent here. In a debug build, the array's own subscript would take five times as long.
  private mutating func crossOut(from start: Int, through last: Int, by step: Int) {
    unsafe composites.withUnsafeMutableBufferPointer { composites in
      guard let words = composites.baseAddress else { return }
      // The buffer has a bit for each slot through the last.
      var slot = start
      while slot <= last {
        unsafe words[slot &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: slot & 63)
        slot &+= step
      }
    }
  }

  /// The number of primes.
  var count: Int { composites.reduce(0) { $0 + 64 - $1.nonzeroBitCount } }

  /// Returns one of the primes, in order.
  subscript(index: Int) -> Int {
    var (word, remaining) = (0, index)
    while remaining >= 64 - composites[word].nonzeroBitCount {
      remaining -= 64 - composites[word].nonzeroBitCount
      word += 1
    }
    var candidates = ~composites[word]
    for _ in 0..<remaining { candidates &= candidates - 1 }
    let slot = firstSlot + word * 64 + candidates.trailingZeroBitCount
    return slot == 0 ? 2 : 2 * slot + 1
  }
}
