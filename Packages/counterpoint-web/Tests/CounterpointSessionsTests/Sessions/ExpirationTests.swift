import ControlledClocks
import CounterpointSessions
import Testing

@Suite struct ExpirationTests {
  @Test func unusedSessionExpiresWithItsEffects() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(15)))
    let cookie = await tally.newCookie()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.wait, cookie) == 204)
    #expect(await effects.next() == .began)
    let run = Task { await tally.site.run() }
    for _ in 1...3 {
      try await tally.clock.waitForSleepers()
      await tally.clock.advance(by: .seconds(15))
    }
    try await tally.clock.waitForSleepers()
    #expect(tally.site.sessionCount == 1)
    await tally.clock.advance(by: .seconds(15))
    try await tally.clock.waitForSleepers()
    #expect(tally.site.sessionCount == 0)
    // An effect that was not canceled ends here, so the test can't hang.
    tally.endEffects()
    #expect(await effects.next() == .canceled)
    #expect(await tally.send(.add(1), cookie) == 403)
    run.cancel()
    await run.value
  }

  @Test func sessionWithStreamDoesNotExpire() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60), heartbeat: .seconds(30)))
    let cookie = await tally.newCookie()
    let run = Task { await tally.site.run() }
    do {
      let events = try #require(await tally.events(cookie, since: 0))
      for _ in 1...4 {
        try await tally.clock.waitForSleepers()
        await tally.clock.advance(by: .seconds(30))
      }
      try await tally.clock.waitForSleepers()
      #expect(tally.site.sessionCount == 1)
      withExtendedLifetime(events) {}
    }
    // The time starts when the last tab is closed.
    for count in [1, 0] {
      await tally.clock.advance(by: .seconds(30))
      try await tally.clock.waitForSleepers()
      #expect(tally.site.sessionCount == count)
    }
    run.cancel()
    await run.value
  }

  @Test func sessionWithActionsDoesNotExpire() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(20), heartbeat: .seconds(15)))
    let cookie = await tally.newCookie()
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
