import ControlledClocks
import CounterpointSessions
import Testing

@Suite struct ForgettingTests {
  @Test func whoHasLeftIsForgottenWithTheirEffects() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(15)))
    let cookie = await tally.visit()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.wait, cookie) == 204)
    #expect(await effects.next() == .began)
    let run = Task { await tally.site.run() }
    for _ in 1...3 {
      try await tally.clock.waitForSleepers()
      await tally.clock.advance(by: .seconds(15))
    }
    try await tally.clock.waitForSleepers()
    #expect(tally.site.visitorCount == 1)
    await tally.clock.advance(by: .seconds(15))
    try await tally.clock.waitForSleepers()
    #expect(tally.site.visitorCount == 0)
    // An effect that was not canceled ends here, so that this never waits in vain.
    tally.endEffects()
    #expect(await effects.next() == .cancelled)
    #expect(await tally.send(.add(1), cookie) == 403)
    run.cancel()
    await run.value
  }

  @Test func whoLooksAtThePageIsNot() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(30)))
    let cookie = await tally.visit()
    let run = Task { await tally.site.run() }
    do {
      let events = try #require(await tally.events(cookie, since: 0))
      for _ in 1...4 {
        try await tally.clock.waitForSleepers()
        await tally.clock.advance(by: .seconds(30))
      }
      try await tally.clock.waitForSleepers()
      #expect(tally.site.visitorCount == 1)
      withExtendedLifetime(events) {}
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
