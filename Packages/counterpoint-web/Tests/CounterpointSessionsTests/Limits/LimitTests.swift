import ControlledClocks
import Testing

@testable import CounterpointSessions

@Suite struct LimitTests {
  @Test func sessionsOfAnAddressAreLimited() async throws {
    let tally = TallySite(limits: WebLimits(sessionsPerAddress: 2))
    for _ in 1...2 { #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.1") == 204) }
    let refused = await tally.post("action=\(encoded(.add(1)))", await tally.newCookie(), from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "60")
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.2") == 204)
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "127.0.0.1") == 204)
    #expect(await tally.send(.add(1), await tally.newCookie()) == 204)
    // An expired session makes room.
    await tally.clock.advance(by: .seconds(300))
    tally.site.sessions.expire()
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.1") == 204)
  }

  @Test func newSessionsOfAnAddressAreRateLimited() async {
    let tally = TallySite(limits: WebLimits(newSessionsPerAddress: RateLimit(burst: 2, perSecond: 0.1)))
    let cookies = [await tally.newCookie(), await tally.newCookie(), await tally.newCookie()]
    for cookie in cookies.prefix(2) { #expect(await tally.send(.add(1), cookie, from: "192.0.2.1") == 204) }
    let refused = await tally.get("/events?since=0", cookies[2], from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "10")
    // Existing sessions continue.
    #expect(await tally.send(.add(1), cookies[0], from: "192.0.2.1") == 204)
    await tally.clock.advance(by: .seconds(10))
    #expect(await tally.send(.add(1), cookies[2], from: "192.0.2.1") == 204)
  }

  @Test func requestsOfAnAddressAreRateLimited() async throws {
    let tally = TallySite(limits: WebLimits(requestsPerAddress: RateLimit(burst: 3, perSecond: 2)))
    for _ in 1...3 { #expect(await tally.get("/", from: "192.0.2.1").status == 200) }
    let refused = await tally.get("/", from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    #expect(refused.header("content-type") == "text/html; charset=utf-8")
    #expect(await tally.get("/counterpoint.js", from: "192.0.2.1").status == 200)
    #expect(await tally.get("/", from: "192.0.2.2").status == 200)
    await tally.clock.advance(by: .seconds(1))
    for status in [200, 200, 429] { #expect(await tally.get("/", from: "192.0.2.1").status == status) }
  }

  @Test func actionsOfASessionAreRateLimited() async {
    let tally = TallySite(limits: WebLimits(actionsPerSession: RateLimit(burst: 3, perSecond: 1)))
    let (cookie, other) = (await tally.newCookie(), await tally.newCookie())
    let two = "action=\(encoded(.add(1)))&action=\(encoded(.add(1)))"
    #expect(await tally.post(two, cookie).status == 204)
    let refused = await tally.post(two, cookie)
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    #expect(await tally.count(cookie) == "2")
    #expect(await tally.post(two, other).status == 204)
    await tally.clock.advance(by: .seconds(1))
    #expect(await tally.post(two, cookie).status == 204)
    // A request with more actions than the burst is refused, also when the bucket is full.
    await tally.clock.advance(by: .seconds(4))
    #expect(await tally.post("\(two)&\(two)", cookie).status == 413)
    #expect(await tally.count(cookie) == "4")
  }

  @Test func newSessionEvictsSessionWithoutActions() async throws {
    let tally = TallySite(limits: WebLimits(sessions: 4))
    let (actor, reader) = (await tally.newCookie(), await tally.newCookie())
    let (first, second) = (await tally.newCookie(), await tally.newCookie())
    #expect(await tally.send(.add(1), actor) == 204)
    var stream = try #require(await tally.events(reader, since: 0))
    #expect(await stream.next() == "retry: 1000\n\n")
    for cookie in [first, second] { await tally.openAndCloseStream(cookie) }
    // Used once more, so that the other session is older.
    #expect(await tally.get("/", first).status == 200)
    #expect(await tally.send(.add(5), await tally.newCookie()) == 204)
    #expect(tally.site.sessionCount == 4)
    #expect(tally.isKnown(first) && !tally.isKnown(second) && tally.isKnown(reader) && tally.isKnown(actor))
    #expect(await tally.send(.add(5), await tally.newCookie()) == 204)
    #expect(!tally.isKnown(first) && tally.isKnown(reader))
    // A session with a stream is evicted with its stream.
    #expect(await tally.send(.add(5), await tally.newCookie()) == 204)
    #expect(!tally.isKnown(reader) && tally.isKnown(actor))
    #expect(await stream.next() == nil)
    // Every session has acted, so there is no room.
    let refused = await tally.post("action=\(encoded(.add(1)))", await tally.newCookie(), path: "/")
    #expect(refused.status == 503)
    #expect(refused.header("retry-after") == "60")
    #expect(refused.text?.contains("no room for more visitors") == true)
    #expect(await tally.get("/").status == 200)
    #expect(await tally.count(actor) == "1")
  }

  @Test func refusedSessionDoesNotCount() async {
    let tally = TallySite(limits: WebLimits(sessions: 1, sessionsPerAddress: 1))
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.1") == 204)
    let cookie = await tally.newCookie()
    for _ in 1...3 { #expect(await tally.send(.add(1), cookie, from: "192.0.2.2") == 503) }
    await tally.clock.advance(by: .seconds(299))
    #expect(await tally.count(await tally.newCookie()) == "0")
    await tally.clock.advance(by: .seconds(1))
    tally.site.sessions.expire()
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.2") == 204)
  }

  @Test func memoryOfAddressesIsBounded() async {
    let tally = TallySite(limits: WebLimits(addresses: 100))
    #expect(await tally.send(.add(1), await tally.newCookie(), from: "192.0.2.1") == 204)
    for number in 0..<1_000 {
      #expect(await tally.get("/", from: "10.0.\(number / 250).\(number % 250)").status == 200)
      #expect(tally.site.sessions.addressCount <= 101)
    }
    // The address with a session is still counted.
    tally.site.sessions.expire()
    #expect(tally.site.sessionCount == 1)
  }

  @Test func keysAreOrderedByUse() {
    var list = LRUList<Int>()
    for key in 1...4 { list.use(key) }
    list.use(1)
    list.use(1)
    list.remove(3)
    list.remove(9)
    list.use(2)
    var order: [Int] = []
    while let key = list.first {
      order.append(key)
      list.remove(key)
    }
    #expect(order == [4, 1, 2])
    #expect(list.count == 0)
    list.use(5)
    #expect(list.first == 5)
  }

  @Test func revokedTicketsAreBounded() {
    var ended = RevokedTickets(limit: 10)
    let tickets = (1...100).map { SessionTicket(at: .seconds($0)) }
    for ticket in tickets { ended.insert(ticket, at: .seconds(100), age: .seconds(1_000)) }
    #expect(ended.count <= 10)
    // Every revoked ticket stays revoked, even if it is no longer stored.
    #expect(tickets.allSatisfy { ended.contains($0) })
    #expect(!ended.contains(SessionTicket(at: .seconds(101))))
  }
}

extension TallySite {
  /// Opens a stream and closes it.
  fileprivate func openAndCloseStream(_ cookie: String) async {
    _ = await events(cookie, since: 0)
  }

  /// Returns whether a cookie has a session, without using it.
  fileprivate func isKnown(_ cookie: String) -> Bool {
    site.sessions.contains(SessionID(cookie.drop { $0 != "=" }.dropFirst().prefix(32)))
  }
}
