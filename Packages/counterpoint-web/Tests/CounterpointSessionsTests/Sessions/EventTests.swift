import ControlledClocks
import CounterpointSessions
import Testing

@Suite struct EventTests {
  @Test func changeIsSent() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var events = try #require(await tally.events(cookie, since: 0))
    #expect(await events.next() == "retry: 1000\n\n")
    #expect(await tally.send(.add(3), cookie) == 204)
    #expect(await events.next() == "id: 1\ndata: [[\"t\",[0,0],\"3\"]]\n\n")
  }

  @Test func unsentChangesAreCoalesced() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for _ in 1...5 { #expect(await tally.send(.add(1), cookie) == 204) }
    var events = try #require(await tally.events(cookie, since: 0))
    #expect(await events.next() == "retry: 1000\n\nid: 1\ndata: [[\"t\",[0,0],\"5\"]]\n\n")
  }

  @Test func changeIsSentToAllTabs() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var first = try #require(await tally.events(cookie, since: 0))
    var second = try #require(await tally.events(cookie, since: 0))
    _ = (await first.next(), await second.next())
    #expect(await tally.send(.add(3), cookie) == 204)
    let told = await first.next()
    #expect(told == "id: 1\ndata: [[\"t\",[0,0],\"3\"]]\n\n")
    #expect(await second.next() == told)
  }

  @Test func reconnectingStreamGetsMissedChanges() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for number in 1...3 {
      #expect(await tally.send(.add(1), cookie) == 204)
      #expect(await tally.count(cookie) == "\(number)")
    }
    var events = try #require(await tally.events(cookie, since: 0, headers: ["last-event-id": "1"]))
    let expected = "id: 2\ndata: [[\"t\",[0,0],\"2\"]]\n\nid: 3\ndata: [[\"t\",[0,0],\"3\"]]\n\n"
    #expect(await events.next() == "retry: 1000\n\n" + expected)
  }

  @Test(arguments: [0, 99])
  func unknownRevisionGetsThePage(revision: Int) async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    for number in 1...40 {
      #expect(await tally.send(.add(1), cookie) == 204)
      #expect(await tally.count(cookie) == "\(number)")
    }
    var events = try #require(await tally.events(cookie, since: revision))
    #expect(await events.next()?.hasPrefix("retry: 1000\n\nevent: page\nid: 40\ndata: \"<p>40</p><button ") == true)
  }

  @Test func textThatTheStateRejectsIsResetOnThePage() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var events = try #require(await tally.events(cookie, since: 0))
    #expect(await events.next() == "retry: 1000\n\n")
    #expect(await tally.post("name=a&action=\(encoded(.named("")))", cookie).status == 204)
    let typed = "id: 1\ndata: [[\"a\",[2],\"value\",\"a\"]]\n\n"
    #expect(await events.next() == typed + "id: 2\ndata: [[\"a\",[2],\"value\",\"\"]]\n\n")
  }

  @Test func scriptThatFailedToApplyAChangeGetsThePage() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    guard case .events(let stream) = await tally.get("/events?since=page", cookie).body else {
      Issue.record("There is no stream.")
      return
    }
    var events = stream.makeAsyncIterator()
    #expect(await events.next()?.hasPrefix("retry: 1000\n\nevent: page\nid: 0\ndata: \"<p>0</p>") == true)
    #expect(await tally.send(.add(1), cookie) == 204)
    #expect(await events.next() == "id: 1\ndata: [[\"t\",[0,0],\"1\"]]\n\n")
  }

  @Test func idleStreamsSendHeartbeats() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var events = try #require(await tally.events(cookie, since: 0))
    _ = await events.next()
    let run = Task { await tally.site.run() }
    try await tally.clock.waitForSleepers()
    await tally.clock.advance(by: .seconds(15))
    try await tally.clock.waitForSleepers()
    // The site ends before the stream is read, so that the test can't hang.
    run.cancel()
    await run.value
    #expect(await events.next() == "event: heartbeat\ndata:\n\n")
  }

  @Test func streamsEndWithTheSite() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var events = try #require(await tally.events(cookie, since: 0))
    #expect(await events.next() == "retry: 1000\n\n")
    let run = Task { await tally.site.run() }
    run.cancel()
    await run.value
    // A stream that has not ended would send this change, so the test can't hang.
    #expect(await tally.send(.add(1), cookie) == 204)
    #expect(await events.next() == nil)
  }

  @Test func streamCanBeFinished() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    guard case .events(let stream) = await tally.get("/events?since=0", cookie).body else {
      Issue.record("There is no stream.")
      return
    }
    var events = stream.makeAsyncIterator()
    #expect(await events.next() == "retry: 1000\n\n")
    stream.finish()
    #expect(await tally.send(.add(1), cookie) == 204)
    #expect(await events.next() == nil)
  }

  @Test func streamsAreLimited() async throws {
    let tally = TallySite(limits: WebLimits(streamsPerSession: 2))
    let cookie = await tally.newCookie()
    var first = try #require(await tally.events(cookie, since: 0))
    do {
      let second = try #require(await tally.events(cookie, since: 0))
      #expect(await tally.get("/events?since=0", cookie).status == 429)
      withExtendedLifetime(second) {}
    }
    #expect(await tally.get("/events?since=0", cookie).status == 200)
    #expect(await first.next() == "retry: 1000\n\n")
  }
}
