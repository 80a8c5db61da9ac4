import Testing

@testable import ControlledClocks

/// The state of a test clock, as a value.
@Suite struct SleepersTests {
  typealias Instant = TestClock<Duration>.Instant

  var sleepers = Sleepers<Instant, String>(now: Instant())

  private func second(_ number: Int) -> Instant { Instant(offset: .seconds(number)) }

  @discardableResult
  private mutating func add(_ waiter: String, _ deadline: Int) -> UInt64 {
    let id = sleepers.announce()
    _ = sleepers.register(id, waiter, until: second(deadline))
    return id
  }

  private mutating func wakeAll(upTo limit: Int? = nil) -> [String] {
    var waiters: [String] = []
    while let (_, waiter) = sleepers.wakeFirst(upTo: limit.map(second)) { waiters.append(waiter) }
    return waiters
  }

  @Test mutating func byDeadlineThenByRegistration() {
    for (waiter, deadline) in [("d", 2), ("a", 1), ("e", 2), ("b", 1), ("f", 3), ("c", 1)] { add(waiter, deadline) }
    #expect(wakeAll() == ["a", "b", "c", "d", "e", "f"])
    #expect(sleepers.now == second(3))
    #expect(sleepers.count == 0)
  }

  @Test mutating func registrationCountsNotTheAnnouncement() {
    let early = sleepers.announce()
    add("a", 1)
    _ = sleepers.register(early, "b", until: second(1))
    #expect(wakeAll() == ["a", "b"])
  }

  @Test mutating func upToALimit() {
    add("a", 1)
    add("b", 2)
    #expect(wakeAll(upTo: 1) == ["a"])
    #expect(sleepers.now == second(1))
    #expect(wakeAll(upTo: 1) == [])
    #expect(sleepers.count == 1)
  }

  @Test mutating func lateAndNow() {
    sleepers.advance(to: second(5))
    let late = sleepers.announce()
    guard case .isLate = sleepers.register(late, "late", until: second(4)) else {
      Issue.record("A deadline in the past does not wait.")
      return
    }
    add("now", 5)
    #expect(sleepers.count == 1)
    #expect(wakeAll(upTo: 5) == ["now"])
    sleepers.advance(to: second(1))
    #expect(sleepers.now == second(5))
  }

  @Test mutating func cancelling() {
    let a = add("a", 1)
    add("b", 1)
    #expect(sleepers.cancel(a) == "a")
    #expect(sleepers.cancel(a) == nil)
    #expect(sleepers.count == 1)
    #expect(wakeAll() == ["b"])
  }

  @Test mutating func cancellingBeforeRegistration() {
    let id = sleepers.announce()
    #expect(sleepers.cancel(id) == nil)
    guard case .isCancelled = sleepers.register(id, "a", until: second(1)) else {
      Issue.record("The sleep was canceled.")
      return
    }
    #expect(sleepers.count == 0)
    #expect(wakeAll() == [])
  }

  @Test mutating func cancellingAfterWaking() {
    let id = add("a", 1)
    #expect(wakeAll() == ["a"])
    #expect(sleepers.cancel(id) == nil)
    add("b", 1)
    #expect(wakeAll() == ["b"])
  }

  @Test mutating func cancellingAll() {
    add("b", 2)
    add("a", 1)
    let gone = add("c", 1)
    _ = sleepers.cancel(gone)
    #expect(sleepers.cancelAll() == ["a", "b"])
    #expect(sleepers.count == 0)
    #expect(sleepers.now == second(0))
  }

  @Test mutating func nothingIsLeftBehind() {
    let ids = (0..<1000).map { add("\($0)", $0) }
    for id in ids.shuffled() { _ = sleepers.cancel(id) }
    #expect(sleepers.footprint == 0)
    for number in 0..<1000 { _ = sleepers.cancel(add("\(number)", number)) }
    #expect(sleepers.footprint == 0)
    add("late", -1)
    let early = sleepers.announce()
    _ = sleepers.cancel(early)
    _ = sleepers.register(early, "early", until: second(1))
    #expect(sleepers.footprint == 0)
  }
}
