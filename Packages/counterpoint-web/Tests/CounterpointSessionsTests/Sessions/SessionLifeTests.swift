import ControlledClocks
@_spi(Internals) import CounterpointSupport
import Testing

@testable import CounterpointSessions

/// Sessions that programs renew and end.
@Suite struct SessionLifeTests {
  @Test func loginRenewsTheIdentifier() async throws {
    let tally = TallySite()
    let old = await tally.newCookie()
    #expect(await tally.send(.add(3), old) == 204)
    var stream = try #require(await tally.events(old, since: 0))
    _ = await stream.next()
    let response = await tally.post("action=\(encoded(.logIn("blob")))", old)
    #expect(response.status == 204)
    let new = tally.cookie(response)
    #expect(!new.isEmpty && new != old)
    // The store is the same, and the old identifier is invalid.
    #expect(await tally.count(new) == "3")
    #expect(await tally.send(.add(1), old) == 403)
    #expect(await tally.get("/events?since=0", old).status == 403)
    #expect(await tally.count(old) == "0")
    #expect(await tally.get("/", old).header("set-cookie") != nil)
    #expect(tally.site.sessionCount == 1)
    // A stream under the old identifier shows no later changes.
    #expect(await tally.send(.add(1), new) == 204)
    while let text = await stream.next() { #expect(!text.contains("\"4\"")) }
  }

  @Test func loginWithoutTheScriptRenewsTheIdentifier() async {
    let tally = TallySite()
    let old = await tally.newCookie()
    let response = await tally.post("action=\(encoded(.logIn("blob")))", old, path: "/")
    #expect(response.status == 303)
    #expect(await tally.send(.add(1), tally.cookie(response)) == 204)
    #expect(await tally.send(.add(1), old) == 403)
  }

  @Test func effectRenewsTheIdentifierWithTheNextRequest() async {
    let tally = TallySite()
    let old = await tally.newCookie()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.renewLater, old) == 204)
    tally.endEffects()
    #expect(await effects.next() == .ended)
    let new = tally.cookie(await tally.get("/", old))
    #expect(!new.isEmpty && new != old)
    #expect(await tally.send(.add(1), old) == 403)
    #expect(await tally.send(.add(1), new) == 204)
  }

  @Test func logoutEndsTheSession() async throws {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    #expect(await tally.send(.add(3), cookie) == 204)
    var stream = try #require(await tally.events(cookie, since: 0))
    let response = await tally.post("action=\(encoded(.logOut))", cookie)
    #expect(response.status == 204)
    #expect(response.header("set-cookie")?.hasPrefix("counterpoint-session-8080=; Max-Age=0; Path=/") == true)
    #expect(tally.site.sessionCount == 0)
    while await stream.next() != nil {}
    #expect(await tally.send(.add(1), cookie) == 403)
    #expect(await tally.get("/events?since=0", cookie).status == 403)
    #expect(await tally.get("/", cookie).header("set-cookie") != nil)
  }

  /// The list of revoked identifiers is in memory, so it ends with its process.
  @Test func aRevokedCookieStartsAnEmptySessionAfterARestart() async {
    let key = SessionKey()
    let before = TallySite(key: key)
    let old = await before.newCookie()
    #expect(await before.send(.add(5), old) == 204)
    let new = before.cookie(await before.post("action=\(encoded(.logIn("blob")))", old))
    #expect(new != old && before.site.sessionCount == 1)
    #expect(await before.send(.add(1), old) == 403)
    let after = TallySite(key: key)
    #expect(await after.send(.add(1), old) == 204)
    #expect(await after.count(old) == "1")
    #expect(after.site.endSessions(of: "blob") == 0)
    #expect(await TallySite().send(.add(1), old) == 403)
  }

  @Test func logoutCancelsTheEffects() async {
    let tally = TallySite()
    let cookie = await tally.newCookie()
    var effects = tally.effects.makeAsyncIterator()
    #expect(await tally.send(.wait, cookie) == 204)
    #expect(await effects.next() == .began)
    #expect(await tally.send(.logOut, cookie) == 204)
    #expect(await effects.next() == .canceled)
  }

  @Test func logoutEverywhereEndsAllSessionsOfTheAccount() async {
    let tally = TallySite()
    var cookies: [String] = []
    for account in ["blob", "blob", "other"] {
      cookies.append(tally.cookie(await tally.post("action=\(encoded(.logIn(account)))", await tally.newCookie())))
    }
    #expect(tally.site.sessionCount == 3)
    #expect(await tally.send(.logOutEverywhere, cookies[0]) == 204)
    #expect(tally.site.sessionCount == 1)
    #expect(await tally.send(.add(1), cookies[1]) == 403)
    #expect(await tally.send(.add(1), cookies[2]) == 204)
    #expect(tally.site.endSessions(of: "other") == 1)
    #expect(tally.site.endSessions(of: "other") == 0)
    #expect(await tally.send(.add(1), cookies[2]) == 403)
  }

  @Test func identifiersExpire() async throws {
    let limits = WebLimits(timeToLive: .seconds(60), sessionAge: .seconds(100), heartbeat: .seconds(50))
    let tally = TallySite(limits: limits)
    let cookie = await tally.newCookie()
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
    #expect(tally.site.sessionCount == 0)
    while await stream.next() != nil {}
    #expect(await tally.get("/events?since=0", cookie).status == 403)
    run.cancel()
    await run.value
  }

  @Test func streamOfSessionThatEndsMeanwhileIsRefused() async throws {
    let sessions = TallySite().site.sessions
    let (ticket, other) = (SessionTicket(at: sessions.now), SessionTicket(at: sessions.now))
    let session = try await sessions.begin(ticket, from: nil, visitor: WebVisitor(), newSessionAge: .seconds(60))
    #expect(sessions.didOpenStream(session, [other, ticket]))
    session.status.withLock { $0.isRenewalRequested = true }
    let renewed = try #require(await sessions.renewIfRequested(session))
    #expect(!sessions.didOpenStream(session, [ticket]))
    #expect(sessions.didOpenStream(session, [renewed]))
    sessions.end([renewed.id], because: .endedByProgram)
    #expect(!sessions.didOpenStream(session, [renewed]))
    // Neither ticket starts another session.
    await #expect(throws: Refusal.unknownSession) {
      try await sessions.begin(ticket, from: nil, visitor: WebVisitor(), newSessionAge: .seconds(60))
    }
    await #expect(throws: Refusal.unknownSession) {
      try await sessions.begin(renewed, from: nil, visitor: WebVisitor(), newSessionAge: .seconds(60))
    }
  }

  @Test func releasedSiteReleasesItsSessions() async {
    weak var sessions: AnyObject?
    do {
      let tally = TallySite()
      let cookie = await tally.newCookie()
      #expect(await tally.send(.add(1), cookie) == 204)
      sessions = tally.site.sessions
    }
    #expect(sessions == nil)
  }
}
