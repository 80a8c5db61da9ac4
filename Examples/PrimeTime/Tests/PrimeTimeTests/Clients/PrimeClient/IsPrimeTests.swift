import Testing

@testable import PrimeTime

@Suite("Is it prime?")
struct IsPrimeTests {
  @Test("It agrees with trial division to 100,000")
  func agreement() {
    let primes = Set(PrimeSegmentTests.primes(below: 100_001))
    #expect(primes.count == 9_592)
    for n in 0...100_000 where isPrime(n) != primes.contains(n) {
      Issue.record("wrong about \(n)")
    }
  }

  @Test("Numbers below 2 are not prime", arguments: [1, 0, -1, -2, -7, .min, .min + 1])
  func below2(n: Int) {
    #expect(!isPrime(n))
  }

  @Test(
    "Carmichael numbers are not prime",
    arguments: [
      561, 1_105, 1_729, 2_465, 2_821, 6_601, 8_911, 825_265, 321_197_185, 5_394_826_801, 232_250_619_601,
      9_746_347_772_161, 1_436_697_831_295_441, 60_977_817_398_996_785, 7_156_857_700_403_137_441,
    ]
  )
  func carmichael(n: Int) {
    #expect(!isPrime(n))
  }

  @Test(
    "Strong pseudoprimes to the first bases are not prime",
    arguments: [
      2_047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 3_474_749_660_383, 341_550_071_728_321,
      3_825_123_056_546_413_051,
    ]
  )
  func strongPseudoprimes(n: Int) {
    #expect(!isPrime(n))
  }

  @Test(
    "Large primes are prime",
    arguments: [
      2_147_483_647, 4_294_967_291, 4_294_967_311, 67_280_421_310_721, 999_999_999_999_999_989,
      2_305_843_009_213_693_951,
      9_223_372_036_854_775_783,
    ]
  )
  func largePrimes(n: Int) {
    #expect(isPrime(n))
  }

  @Test(
    "Large composites are not prime",
    arguments: [
      .max, .max - 1, 9_223_372_036_854_775_781, 2_147_483_647 * 2_147_483_647, 3_037_000_493 * 3_037_000_493,
      4_294_967_291 * 2_147_483_647, 41 * 41, 41 * 43,
    ]
  )
  func largeComposites(n: Int) {
    #expect(!isPrime(n))
  }
}
