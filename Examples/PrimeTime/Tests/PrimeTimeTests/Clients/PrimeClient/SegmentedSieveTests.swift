import Testing

@testable import PrimeTime

@Suite("Segmented sieve")
struct SegmentedSieveTests {
  /// Divides by everything, to be right without being clever.
  static func primes(below end: Int) -> [Int] {
    (2..<end).filter { n in !(2..<n).lazy.prefix { $0 * $0 <= n }.contains { n.isMultiple(of: $0) } }
  }

  /// All primes that a sieve finds, segment after segment.
  private func sieve(through bound: Int, slotsPerSegment: Int) -> [Int] {
    var sieve = SegmentedSieve(through: bound, slotsPerSegment: slotsPerSegment)
    var primes: [Int] = []
    while !sieve.isAtEnd {
      let count = sieve.advance()
      for index in 0..<count { primes.append(sieve.prime(index)) }
    }
    return primes
  }

  @Test("It agrees with trial division, whatever the segments", arguments: [64, 128, 192, 4_096, 65_536])
  func agreement(slotsPerSegment: Int) {
    // The 2,000th prime is 17,389. With 64 slots that is 136 segments.
    let end = (17_389 / 2 / slotsPerSegment + 1) * slotsPerSegment * 2
    #expect(sieve(through: 17_389, slotsPerSegment: slotsPerSegment) == Self.primes(below: end))
  }

  @Test("Any bound is covered, squares of primes included")
  func bounds() {
    let primes = Self.primes(below: 2_000)
    for bound in 2...1_800 {
      let found = sieve(through: bound, slotsPerSegment: 64)
      #expect(found == primes.filter { $0 <= found.last ?? 0 })
      #expect(primes.filter { $0 <= bound }.count <= found.count)
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
