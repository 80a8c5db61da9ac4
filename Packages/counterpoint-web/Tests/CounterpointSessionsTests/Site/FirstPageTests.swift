import ControlledClocks
import CounterpointSessions
import StateSharing
import Testing

/// The first page is served from a temporary store.
@Suite struct FirstPageTests {
  @Test func pageLoadsStartNoSessions() async {
    let tally = TallySite(limits: WebLimits(sessions: 10))
    for _ in 1...1_000 { #expect(await tally.get("/").status == 200) }
    #expect(tally.site.sessionCount == 0)
    #expect(await tally.send(.add(1), await tally.newCookie()) == 204)
    #expect(tally.site.sessionCount == 1)
  }

  @Test func firstActionStartsTheSession() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    let response = await tally.post("name=Blob&action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(response.status == 303)
    #expect(tally.site.sessionCount == 1)
    #expect(await tally.count(cookie) == "2")
    #expect(await tally.get("/", cookie).header("set-cookie") == nil)
  }

  @Test func refusedRequestStartsNoSession() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.post("action=x", cookie).status == 400)
    #expect(await tally.get("/events?since=x", cookie).status == 400)
    #expect(tally.site.sessionCount == 0)
  }

  @Test func firstStreamStartsTheSession() async throws {
    let tally = TallySite()
    let page = await tally.get("/")
    var events = try #require(await tally.events(tally.cookie(page), since: tally.revision(page)))
    #expect(tally.site.sessionCount == 1)
    // The page is the same, so there is nothing to send.
    #expect(await events.next() == "retry: 1000\n\n")
  }

  @Test func streamOfDifferentPageSendsThePage() async throws {
    let shared = Shared<Int>(value: 0)
    let tally = TallySite(shared: shared)
    let page = await tally.get("/")
    shared.withLock { $0 = 7 }
    var events = try #require(await tally.events(tally.cookie(page), since: tally.revision(page)))
    #expect(await events.next()?.hasPrefix("retry: 1000\n\nevent: page\nid: 0\ndata: \"<p>7</p>") == true)
  }

  @Test func streamAfterTheFirstActionSendsThePage() async throws {
    let tally = TallySite()
    let page = await tally.get("/")
    #expect(await tally.send(.add(3), tally.cookie(page)) == 204)
    var events = try #require(await tally.events(tally.cookie(page), since: tally.revision(page)))
    #expect(await events.next()?.hasPrefix("retry: 1000\n\nevent: page\nid: 1\ndata: \"<p>3</p>") == true)
  }

  @Test func revisionOfEarlierSessionIsUnknown() async throws {
    let (key, clock) = (SessionKey(), TestClock())
    let before = TallySite(key: key, clock: clock)
    let cookie = await before.newCookie()
    #expect(await before.send(.add(3), cookie) == 204)
    #expect(await before.count(cookie) == "3")
    await clock.advance(by: .seconds(2))
    // The server has restarted. Two tabs reconnect, the second one after an action.
    let after = TallySite(key: key, clock: clock, date: .seconds(1_800_000_002))
    var first = try #require(await after.events(cookie, since: 1))
    #expect(await first.next()?.contains("event: page\nid: 2097152\ndata: \"<p>0</p>") == true)
    #expect(await after.send(.add(9), cookie) == 204)
    var second = try #require(await after.events(cookie, since: 0))
    #expect(await second.next()?.contains("event: page\nid: 2097153\ndata: \"<p>9</p>") == true)
  }

  @Test func cookieOutlivesRestartWithSameKey() async throws {
    let key = try #require(SessionKey("000102030405060708090a0b0c0d0e0f"))
    let cookie = await TallySite(key: key).newCookie()
    #expect(await TallySite(key: key).send(.add(1), cookie) == 204)
    #expect(await TallySite().send(.add(1), cookie) == 403)
  }

  @Test func pageCanStartASessionForTheTimeToLive() async throws {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60)))
    let page = await tally.get("/")
    await tally.clock.advance(by: .seconds(59))
    #expect(await tally.send(.add(1), tally.cookie(page)) == 204)
    let old = await tally.get("/")
    await tally.clock.advance(by: .seconds(60))
    #expect(await tally.send(.add(1), tally.cookie(old)) == 403)
    // A stream shows the page of the new session.
    var events = try #require(await tally.events(tally.cookie(old), since: 3))
    #expect(await events.next()?.contains("event: page\n") == true)
    #expect(await tally.send(.add(1), tally.cookie(old)) == 204)
  }

  @Test func reloadedPageKeepsYoungCookie() async {
    let tally = TallySite(limits: WebLimits(timeToLive: .seconds(60)))
    let cookie = await tally.newCookie()
    #expect(await tally.get("/", cookie).header("set-cookie") == nil)
    await tally.clock.advance(by: .seconds(30))
    #expect(await tally.get("/", cookie).header("set-cookie") != nil)
  }

  @Test func reloadedBusyPageStartsASession() async {
    let tally = TallySite(isBusyAtFirst: true)
    let cookie = await tally.newCookie()
    #expect(tally.site.sessionCount == 0)
    #expect(await tally.get("/", cookie).text?.contains("http-equiv=\"refresh\"") == true)
    #expect(tally.site.sessionCount == 1)
  }

  @Test func sitesWithTheSameKeyShareNoSessions() async throws {
    let key = SessionKey()
    let (first, second) = (TallySite(key: key), TallySite(key: key))
    let cookie = await first.newCookie()
    #expect(await first.send(.add(1), cookie) == 204)
    #expect(await second.count(cookie) == "0")
    #expect(second.site.sessionCount == 0)
  }
}
