import Counterpoint
import Testing

@testable import Members

@Suite struct AttemptLimiterTests {
  private let clock = TestClock()

  @Test func failuresDoubleTheDelay() async {
    let limiter = AttemptLimiter(clock: clock)
    for _ in 0..<5 { #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == nil) }
    var delays: [Duration] = []
    for _ in 0..<12 {
      let delay = limiter.signIn(to: "blob", from: "a", isKnown: true) ?? .zero
      delays.append(delay)
      await clock.advance(by: delay)
      #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == nil)
    }
    #expect(Array(delays.prefix(6)) == [1, 2, 4, 8, 16, 32].map { Duration.seconds($0) })
    #expect(delays.last == .seconds(900))
  }

  @Test func aRefusedAttemptDoesNotProlongTheDelay() async {
    let limiter = AttemptLimiter(clock: clock)
    for _ in 0..<5 { _ = limiter.signIn(to: "blob", from: "a", isKnown: true) }
    for _ in 0..<100 { #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == .seconds(1)) }
    await clock.advance(by: .seconds(1))
    #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == nil)
  }

  @Test func anAccountIsNotLockedAtAnAddressOfItsOwner() async {
    let limiter = AttemptLimiter(clock: clock)
    for number in 0..<1000 { _ = limiter.signIn(to: "blob", from: "bot \(number)", isKnown: false) }
    #expect(limiter.signIn(to: "blob", from: "cafe", isKnown: false) == .seconds(1))
    #expect(limiter.signIn(to: "blob", from: "home", isKnown: true) == nil)
  }

  @Test func theDelayOfANewAddressIsAtMostAMinute() async {
    let limiter = AttemptLimiter(clock: clock)
    var longest = Duration.zero
    for number in 0..<60 {
      let delay = limiter.signIn(to: "blob", from: "bot \(number)", isKnown: false) ?? .zero
      longest = max(longest, delay)
      await clock.advance(by: delay)
    }
    #expect(longest == .seconds(60))
  }

  @Test func anAddressThatGuessesManyAccountsIsDelayed() {
    let limiter = AttemptLimiter(clock: clock)
    let refused = (0..<1000).filter { limiter.signIn(to: "account \($0)", from: "a", isKnown: false) != nil }
    #expect(refused == Array(20..<1000))
    #expect(limiter.signIn(to: "blob", from: "b", isKnown: false) == nil)
  }

  @Test func aSuccessBetweenGuessesGainsNothing() {
    let limiter = AttemptLimiter(clock: clock)
    var guesses = 0
    for number in 0..<1000 {
      if limiter.signIn(to: "account \(number)", from: "a", isKnown: false) == nil { guesses += 1 }
      if limiter.signIn(to: "own", from: "a", isKnown: true) == nil { limiter.succeeded(account: "own", from: "a") }
    }
    #expect(guesses == 20)
  }

  @Test func aSuccessIsNoFailure() {
    let limiter = AttemptLimiter(clock: clock)
    for _ in 0..<1000 {
      #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == nil)
      limiter.succeeded(account: "blob", from: "a")
    }
  }

  @Test func failuresAreForgottenAfterAnHour() async {
    let limiter = AttemptLimiter(clock: clock)
    for _ in 0..<5 { _ = limiter.signIn(to: "blob", from: "a", isKnown: true) }
    await clock.advance(by: .seconds(3601))
    for _ in 0..<5 { #expect(limiter.signIn(to: "blob", from: "a", isKnown: true) == nil) }
  }

  @Test func theMemoryIsBounded() {
    let limiter = AttemptLimiter(clock: clock, capacity: 100)
    for number in 0..<10_000 { _ = limiter.register(from: "bot \(number)") }
    #expect(limiter.count <= 100)
  }
}
