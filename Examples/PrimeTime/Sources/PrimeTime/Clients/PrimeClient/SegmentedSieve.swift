/// The sieve of Eratosthenes, a segment of the number line at a time.
///
/// Only odd numbers have a place: slot `i` of the line stands for `2i + 1`. Slot 0 would be 1, which is no prime; it
/// stands for 2 instead, the one even prime, so that primes are in order and counted right without a special case.
///
/// A pure value without a clock, a task or a callback. One bit per slot in a buffer that all segments share.
struct SegmentedSieve {
  /// 131,072 numbers per segment: 8 KiB of bits stay in the fastest cache, and finding the 5,000,000th prime takes
  /// about 650 segments, enough for a report per percent.
  static let defaultSlotsPerSegment = 1 << 16

  private let slotsPerSegment: Int
  /// The slot after the last one that can be sieved.
  private let endSlot: Int
  /// The line's slot that the current segment begins with. Before the first segment: one segment below 0.
  private var firstSlot: Int
  /// A bit per slot of the current segment, set for composites.
  private var composites: [UInt64]
  /// The odd primes whose squares lie below the end.
  private let basePrimes: [Int]
  /// For each base prime, the slot of its next odd multiple, counted from the start of the next segment.
  private var nextMultiples: [Int]

  /// - Parameters:
  ///   - bound: The largest number of interest, at least 2. What is sieved is rounded up to whole segments.
  ///   - slotsPerSegment: Odd numbers per segment, a positive multiple of 64.
  init(through bound: Int, slotsPerSegment: Int = Self.defaultSlotsPerSegment) {
    precondition(bound >= 2, "There is nothing to sieve through \(bound).")
    precondition(
      slotsPerSegment > 0 && slotsPerSegment % 64 == 0,
      "A segment of \(slotsPerSegment) slots is not made of whole words of 64."
    )
    self.slotsPerSegment = slotsPerSegment
    endSlot = (bound / 2 / slotsPerSegment + 1) * slotsPerSegment
    firstSlot = -slotsPerSegment
    composites = Array(repeating: 0, count: slotsPerSegment / 64)
    basePrimes = Self.oddPrimes(withSquaresBelow: 2 * endSlot)
    // Smaller multiples of p have a smaller prime factor, so crossing out starts at p * p.
    nextMultiples = basePrimes.map { $0 * $0 / 2 }
  }

  /// Whether there is no further segment.
  var isAtEnd: Bool { firstSlot + slotsPerSegment >= endSlot }

  /// Sieves the next segment.
  ///
  /// Time is proportional to the segment, with a share for each base prime; nothing is allocated.
  ///
  /// - Precondition: ``isAtEnd`` is `false`.
  /// - Returns: How many primes the segment has.
  mutating func advance() -> Int {
    precondition(!isAtEnd, "The sieve was built for numbers below \(2 * endSlot).")
    firstSlot += slotsPerSegment
    crossOutMultiples()
    var primes = 0
    var word = 0
    while word < composites.count {
      primes += 64 - composites[word].nonzeroBitCount
      word += 1
    }
    return primes
  }

  /// A prime of the segment that was sieved last.
  ///
  /// - Parameter index: From 0 to below what ``advance()`` returned.
  func prime(_ index: Int) -> Int {
    var remaining = index
    var word = 0
    while true {
      let primes = 64 - composites[word].nonzeroBitCount
      if remaining < primes { break }
      remaining -= primes
      word += 1
    }
    var candidates = ~composites[word]
    while remaining > 0 {
      candidates &= candidates - 1
      remaining -= 1
    }
    let slot = firstSlot + word * 64 + candidates.trailingZeroBitCount
    return slot == 0 ? 2 : 2 * slot + 1
  }

  /// Marks the composites of the current segment.
  private mutating func crossOutMultiples() {
    var word = 0
    while word < composites.count {
      composites[word] = 0
      word += 1
    }
    var index = 0
    while index < basePrimes.count {
      let slot = crossOut(from: nextMultiples[index], by: basePrimes[index])
      nextMultiples[index] = slot - slotsPerSegment
      index += 1
    }
  }

  /// Marks every `step`-th slot of the current segment.
  ///
  /// A slot stands for two numbers, so a step of p slots leads from one odd multiple of p to the next.
  ///
  /// All the time goes into this loop. Through the array's own subscript it takes five times as long in a debug build,
  /// which is what `swift run` makes; hence the pointer.
  ///
  /// - Returns: The first slot that is beyond the segment.
  private mutating func crossOut(from start: Int, by step: Int) -> Int {
    let end = slotsPerSegment
    return unsafe composites.withUnsafeMutableBufferPointer { composites in
      guard let words = composites.baseAddress else { return start }
      // Invariant: `slot` starts at 0 or more and only grows, and while it is below `end` its word lies in the buffer,
      // which has `end / 64` words.
      var slot = start
      while slot < end {
        unsafe words[slot &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: slot & 63)
        slot &+= step
      }
      return slot
    }
  }

  /// The odd primes with a square below `end`, in order, by the plain sieve.
  private static func oddPrimes(withSquaresBelow end: Int) -> [Int] {
    var root = 1
    while (root + 1) * (root + 1) < end { root += 1 }
    var isComposite = Array(repeating: false, count: root + 1)
    var primes: [Int] = []
    for candidate in stride(from: 3, through: root, by: 2) where !isComposite[candidate] {
      primes.append(candidate)
      for multiple in stride(from: candidate * candidate, through: root, by: 2 * candidate) {
        isComposite[multiple] = true
      }
    }
    return primes
  }
}
