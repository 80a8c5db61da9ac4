import ControlledClocks
import CounterpointSessions
import Testing

@Suite struct ForgettingTests {
  @Test func whoHasLeftIsForgottenWithTheirEffects() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(15)))
    let cookie = await tally.visit()
    #expect(await tally.send(.wait, cookie) == 204)
    let run = Task { await tally.site.run() }
    for _ in 1...3 {
      try await tally.clock.waitForSleepers()
      await tally.clock.advance(by: .seconds(15))
    }
    try await tally.clock.waitForSleepers()
    #expect(tally.site.visitorCount == 1)
    await tally.clock.advance(by: .seconds(15))
    try await tally.clock.waitForSleepers()
    // Required, because nothing would be cancelled then, and that is waited for.
    try #require(tally.site.visitorCount == 0)
    var cancelled = tally.cancelled.makeAsyncIterator()
    #expect(await cancelled.next() != nil)
    #expect(await tally.send(.add(1), cookie) == 403)
    run.cancel()
    await run.value
  }

  @Test func whoLooksAtThePageIsNot() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(30)))
    let cookie = await tally.visit()
    let run = Task { await tally.site.run() }
    do {
      var events = try #require(await tally.events(cookie, since: 0))
      for _ in 1...4 {
        try await tally.clock.waitForSleepers()
        await tally.clock.advance(by: .seconds(30))
        _ = await events.next()
      }
      try await tally.clock.waitForSleepers()
      #expect(tally.site.visitorCount == 1)
    }
    // The time begins when the last tab is closed.
    for count in [1, 0] {
      await tally.clock.advance(by: .seconds(30))
      try await tally.clock.waitForSleepers()
      #expect(tally.site.visitorCount == count)
    }
    run.cancel()
    await run.value
  }

  @Test func whoDoesSomethingStays() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(20), heartbeat: .seconds(15)))
    let cookie = await tally.visit()
    let run = Task { await tally.site.run() }
    for _ in 1...4 {
      try await tally.clock.waitForSleepers()
      await tally.clock.advance(by: .seconds(15))
      try await tally.clock.waitForSleepers()
      #expect(await tally.send(.add(1), cookie) == 204)
    }
    #expect(await tally.count(cookie) == "4")
    run.cancel()
    await run.value
  }
}
