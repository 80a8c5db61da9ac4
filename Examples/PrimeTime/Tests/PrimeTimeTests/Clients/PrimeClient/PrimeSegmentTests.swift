import Testing

@testable import PrimeTime

@Suite("Segments of primes")
struct PrimeSegmentTests {
  /// Divides by everything, to be right without being clever.
  static func primes(below end: Int) -> [Int] {
    (2..<end).filter { n in !(2..<n).lazy.prefix { $0 * $0 <= n }.contains { n.isMultiple(of: $0) } }
  }

  /// All primes that a sieve finds up to a bound, segment after segment.
  private func sieve(through bound: Int, slots: Int) -> [Int] {
    let basePrimes = Self.primes(below: bound).filter { $0 > 2 && $0 * $0 <= bound }
    return stride(from: 0, through: bound / 2, by: slots).flatMap { firstSlot in
      let segment = PrimeSegment(firstSlot: firstSlot, slots: slots, basePrimes: basePrimes)
      return (0..<segment.count).map { segment[$0] }
    }
    .filter { $0 <= bound }
  }

  @Test("They agree with trial division, whatever their size", arguments: [64, 128, 192, 4_096, 65_536])
  func agreement(slots: Int) {
    // The 2,000th prime. With 64 slots that is 136 segments.
    #expect(sieve(through: 17_389, slots: slots) == Self.primes(below: 17_390))
  }

  @Test("Any bound is covered, squares of primes included")
  func bounds() {
    let primes = Self.primes(below: 2_000)
    for bound in 2...1_800 {
      #expect(sieve(through: bound, slots: 64) == primes.filter { $0 <= bound })
    }
  }

  @Test("The search agrees with trial division for the first 2,000 primes, across segments of 128 numbers")
  func search() async throws {
    let primes = Self.primes(below: 17_390)
    #expect(primes.count == 2_000)
    for (index, prime) in primes.enumerated() {
      let found = try await NthPrimeSearch(n: index + 1, slotsPerSegment: 64).run { _ in }
      #expect(found == prime)
    }
  }

  @Test("No prime exceeds its upper bound")
  func upperBound() {
    for (index, prime) in Self.primes(below: 17_390).enumerated() {
      #expect(prime <= NthPrimeSearch.upperBound(index + 1))
    }
  }
}
