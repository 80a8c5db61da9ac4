import ControlledClocks
import Testing

@testable import CounterpointSessions

@Suite struct LimitTests {
  @Test func anAddressHasSoManySessions() async throws {
    let tally = TallySite(limits: WebLimits(sessionsPerAddress: 2))
    for _ in 1...2 { #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.1") == 204) }
    let refused = await tally.post("action=\(encoded(.add(1)))", await tally.visit(), from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "60")
    #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.2") == 204)
    #expect(await tally.send(.add(1), await tally.visit(), from: "127.0.0.1") == 204)
    #expect(await tally.send(.add(1), await tally.visit()) == 204)
    // A session that ends makes room.
    await tally.clock.advance(by: .seconds(300))
    tally.site.table.expire()
    #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.1") == 204)
  }

  @Test func anAddressBeginsSessionsAtARate() async {
    let tally = TallySite(limits: WebLimits(newSessionsPerAddress: RateLimit(burst: 2, perSecond: 0.1)))
    let cookies = [await tally.visit(), await tally.visit(), await tally.visit()]
    for cookie in cookies.prefix(2) { #expect(await tally.send(.add(1), cookie, from: "192.0.2.1") == 204) }
    let refused = await tally.get("/events?since=0", cookies[2], from: "192.0.2.1")
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "10")
    // The sessions that are there go on.
    #expect(await tally.send(.add(1), cookies[0], from: "192.0.2.1") == 204)
    await tally.clock.advance(by: .seconds(10))
    #expect(await tally.send(.add(1), cookies[2], from: "192.0.2.1") == 204)
  }

  @Test func anAddressAsksAtARate() async throws {
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

  @Test func aSessionActsAtARate() async {
    let tally = TallySite(limits: WebLimits(actionsPerSession: RateLimit(burst: 3, perSecond: 1)))
    let (cookie, other) = (await tally.visit(), await tally.visit())
    let two = "action=\(encoded(.add(1)))&action=\(encoded(.add(1)))"
    #expect(await tally.post(two, cookie).status == 204)
    let refused = await tally.post(two, cookie)
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    #expect(await tally.count(cookie) == "2")
    #expect(await tally.post(two, other).status == 204)
    await tally.clock.advance(by: .seconds(1))
    #expect(await tally.post(two, cookie).status == 204)
    // More than the burst at once is done when nothing else was.
    await tally.clock.advance(by: .seconds(4))
    #expect(await tally.post("\(two)&\(two)", cookie).status == 204)
    #expect(await tally.count(cookie) == "8")
  }

  @Test func aNewcomerTakesThePlaceOfTheSessionThatNeverActed() async throws {
    let tally = TallySite(limits: WebLimits(sessions: 4))
    let (actor, reader) = (await tally.visit(), await tally.visit())
    let (first, second) = (await tally.visit(), await tally.visit())
    #expect(await tally.send(.add(1), actor) == 204)
    var stream = try #require(await tally.events(reader, since: 0))
    #expect(await stream.next() == "retry: 1000\n\n")
    for cookie in [first, second] { await tally.looks(cookie) }
    // Used once more, so that the other one is older.
    #expect(await tally.get("/", first).status == 200)
    #expect(await tally.send(.add(5), await tally.visit()) == 204)
    #expect(tally.site.visitorCount == 4)
    #expect(tally.isKnown(first) && !tally.isKnown(second) && tally.isKnown(reader) && tally.isKnown(actor))
    #expect(await tally.send(.add(5), await tally.visit()) == 204)
    #expect(!tally.isKnown(first) && tally.isKnown(reader))
    // Of sessions with streams, the stream ends.
    #expect(await tally.send(.add(5), await tally.visit()) == 204)
    #expect(!tally.isKnown(reader) && tally.isKnown(actor))
    #expect(await stream.next() == nil)
    // Each has acted: there is no room.
    let refused = await tally.post("action=\(encoded(.add(1)))", await tally.visit(), path: "/")
    #expect(refused.status == 503)
    #expect(refused.header("retry-after") == "60")
    #expect(refused.text?.contains("more visitors than this server has room for") == true)
    #expect(await tally.get("/").status == 200)
    #expect(await tally.count(actor) == "1")
  }

  @Test func aRefusedNewcomerCountsForNoAddress() async {
    let tally = TallySite(limits: WebLimits(sessions: 1, sessionsPerAddress: 1))
    #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.1") == 204)
    let cookie = await tally.visit()
    for _ in 1...3 { #expect(await tally.send(.add(1), cookie, from: "192.0.2.2") == 503) }
    await tally.clock.advance(by: .seconds(299))
    #expect(await tally.count(await tally.visit()) == "0")
    await tally.clock.advance(by: .seconds(1))
    tally.site.table.expire()
    #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.2") == 204)
  }

  @Test func theMemoryOfAddressesIsBounded() async {
    let tally = TallySite(limits: WebLimits(addresses: 100))
    #expect(await tally.send(.add(1), await tally.visit(), from: "192.0.2.1") == 204)
    for number in 0..<1_000 {
      #expect(await tally.get("/", from: "10.0.\(number / 250).\(number % 250)").status == 200)
      #expect(tally.site.table.addressCount <= 101)
    }
    // The address with a session is still counted.
    tally.site.table.expire()
    #expect(tally.site.visitorCount == 1)
  }

  @Test(
    arguments: [
      ("192.0.2.1", .ipv4(0xc000_0201)), ("::ffff:192.0.2.1", .ipv4(0xc000_0201)),
      ("2001:db8:1:2:3:4:5:6", .ipv6(0x2001_0db8_0001_0002)), ("2001:db8:1:2::1", .ipv6(0x2001_0db8_0001_0002)),
      ("2001:db8::1", .ipv6(0x2001_0db8_0000_0000)), ("fe80::1%eth0", .ipv6(0xfe80_0000_0000_0000)), ("::2", .ipv6(0)),
      ("127.0.0.1", nil), ("127.9.9.9", nil), ("::1", nil), ("::ffff:127.0.0.1", nil), ("unknown", .other("unknown")),
      ("1.2.3", .other("1.2.3")), ("1.2.3.256", .other("1.2.3.256")), ("1::2::3", .other("1::2::3")),
      ("1:2:3", .other("1:2:3")), ("", .other("")),
    ] as [(String, AddressKey?)]
  )
  func addresses(text: String, key: AddressKey?) {
    #expect(AddressKey(text) == key)
  }

  @Test func keysAreListedInTheOrderOfTheirUse() {
    var list = RecencyList<Int>()
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

  @Test func endedTicketsAreBounded() {
    var ended = EndedSessions(limit: 10)
    let tickets = (1...100).map { SessionTicket(at: .seconds($0)) }
    for ticket in tickets { ended.insert(ticket, at: .seconds(100), age: .seconds(1_000)) }
    #expect(ended.count <= 10)
    // None that was ended is accepted again, whether it is remembered or not.
    #expect(tickets.allSatisfy { ended.contains($0) })
    #expect(!ended.contains(SessionTicket(at: .seconds(101))))
  }
}

extension TallySite {
  /// Opens a stream and closes it.
  fileprivate func looks(_ cookie: String) async {
    _ = await events(cookie, since: 0)
  }

  /// Whether a cookie has a session, without using it.
  fileprivate func isKnown(_ cookie: String) -> Bool {
    site.table.contains(SessionID(cookie.drop { $0 != "=" }.dropFirst().prefix(32)))
  }
}
