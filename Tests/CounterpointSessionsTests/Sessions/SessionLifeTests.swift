import ControlledClocks
import CounterpointSupport
import Testing

@testable import CounterpointSessions

/// Sessions whose identifiers programs renew, and that programs end.
@Suite struct SessionLifeTests {
  @Test func aLogInHasANewIdentifier() async throws {
    let tally = TallySite()
    let old = await tally.visit()
    #expect(await tally.send(.add(3), old) == 204)
    var stream = try #require(await tally.events(old, since: 0))
    _ = await stream.next()
    let response = await tally.post("action=\(encoded(.logIn("blob")))", old)
    #expect(response.status == 204)
    let new = tally.cookie(response)
    #expect(!new.isEmpty && new != old)
    // The store is the same, and the old identifier leads nowhere.
    #expect(await tally.count(new) == "3")
    #expect(await tally.send(.add(1), old) == 403)
    #expect(await tally.get("/events?since=0", old).status == 403)
    #expect(await tally.count(old) == "0")
    #expect(await tally.get("/", old).header("set-cookie") != nil)
    #expect(tally.site.visitorCount == 1)
    // A stream under the old identifier shows nothing of what comes after.
    #expect(await tally.send(.add(1), new) == 204)
    while let text = await stream.next() { #expect(!text.contains("\"4\"")) }
  }

  @Test func aLogInWithoutTheScriptHasANewIdentifier() async {
    let tally = TallySite()
    let old = await tally.visit()
    let response = await tally.post("action=\(encoded(.logIn("blob")))", old, path: "/")
    #expect(response.status == 303)
    #expect(await tally.send(.add(1), tally.cookie(response)) == 204)
    #expect(await tally.send(.add(1), old) == 403)
  }

  @Test func anEffectRenewsTheIdentifierWithTheNextRequest() async {
    let tally = TallySite()
    let old = await tally.visit()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.renewLater, old) == 204)
    tally.endEffects()
    #expect(await effects.next() == .ended)
    let new = tally.cookie(await tally.get("/", old))
    #expect(!new.isEmpty && new != old)
    #expect(await tally.send(.add(1), old) == 403)
    #expect(await tally.send(.add(1), new) == 204)
  }

  @Test func aLogOutEndsTheSession() async throws {
    let tally = TallySite()
    let cookie = await tally.visit()
    #expect(await tally.send(.add(3), cookie) == 204)
    var stream = try #require(await tally.events(cookie, since: 0))
    let response = await tally.post("action=\(encoded(.logOut))", cookie)
    #expect(response.status == 204)
    #expect(response.header("set-cookie")?.hasPrefix("counterpoint-session-8080=; Max-Age=0; Path=/") == true)
    #expect(tally.site.visitorCount == 0)
    while await stream.next() != nil {}
    #expect(await tally.send(.add(1), cookie) == 403)
    #expect(await tally.get("/events?since=0", cookie).status == 403)
    #expect(await tally.get("/", cookie).header("set-cookie") != nil)
  }

  @Test func aLogOutEndsTheEffects() async {
    let tally = TallySite()
    let cookie = await tally.visit()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.wait, cookie) == 204)
    #expect(await effects.next() == .began)
    #expect(await tally.send(.logOut, cookie) == 204)
    #expect(await effects.next() == .cancelled)
  }

  @Test func aLogOutEverywhereEndsAllSessionsOfTheAccount() async {
    let tally = TallySite()
    var cookies: [String] = []
    for account in ["blob", "blob", "other"] {
      cookies.append(tally.cookie(await tally.post("action=\(encoded(.logIn(account)))", await tally.visit())))
    }
    #expect(tally.site.visitorCount == 3)
    #expect(await tally.send(.logOutEverywhere, cookies[0]) == 204)
    #expect(tally.site.visitorCount == 1)
    #expect(await tally.send(.add(1), cookies[1]) == 403)
    #expect(await tally.send(.add(1), cookies[2]) == 204)
    #expect(tally.site.endSessions(of: "other") == 1)
    #expect(tally.site.endSessions(of: "other") == 0)
    #expect(await tally.send(.add(1), cookies[2]) == 403)
  }

  @Test func identifiersHaveAnAge() async throws {
    let limits = WebLimits(timeToLive: .seconds(60), sessionAge: .seconds(100), heartbeat: .seconds(50))
    let tally = TallySite(limits: limits)
    let cookie = await tally.visit()
    var stream = try #require(await tally.events(cookie, since: 0))
    #expect(await stream.next() == "retry: 1000\n\n")
    let run = Task { await tally.site.run() }
    try await tally.clock.waitForSleepers()
    await tally.clock.advance(by: .seconds(50))
    #expect(await tally.send(.add(1), cookie) == 204)
    try await tally.clock.waitForSleepers()
    await tally.clock.advance(by: .seconds(50))
    #expect(await tally.send(.add(1), cookie) == 403)
    try await tally.clock.waitForSleepers()
    #expect(tally.site.visitorCount == 0)
    while await stream.next() != nil {}
    #expect(await tally.get("/events?since=0", cookie).status == 403)
    run.cancel()
    await run.value
  }

  @Test func aStreamOfASessionThatEndsMeanwhileIsRefused() throws {
    let table = TallySite().site.table
    let (ticket, other) = (SessionTicket(at: table.now), SessionTicket(at: table.now))
    let session = try table.begin(ticket, from: nil)
    #expect(table.didOpenStream(session, [other, ticket]))
    session.status.withLock { $0.wantsNewID = true }
    let renewed = try #require(table.renewIfWanted(session))
    #expect(!table.didOpenStream(session, [ticket]))
    #expect(table.didOpenStream(session, [renewed]))
    table.end([renewed.id], because: .endedByProgram)
    #expect(!table.didOpenStream(session, [renewed]))
    // Neither ticket begins another session.
    #expect(throws: Refusal.unknownSession) { try table.begin(ticket, from: nil) }
    #expect(throws: Refusal.unknownSession) { try table.begin(renewed, from: nil) }
  }

  @Test func aSiteThatIsGoneLeavesNothing() async {
    weak var table: AnyObject?
    do {
      let tally = TallySite()
      let cookie = await tally.visit()
      #expect(await tally.send(.add(1), cookie) == 204)
      table = tally.site.table
    }
    #expect(table == nil)
  }
}
