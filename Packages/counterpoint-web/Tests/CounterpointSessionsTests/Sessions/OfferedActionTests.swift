import ControlledClocks
import CounterpointSessions
import Testing

/// A site handles only the inputs that a session's page offers.
@Suite struct OfferedActionTests {
  private let tally = TallySite(acceptsOnlyOfferedActions: true)

  @Test func actionThatThePageDoesNotOfferIsRefused() async {
    let cookie = await tally.newCookie()
    let response = await tally.post("action=\(encoded(.add(2)))", cookie)
    #expect(response.status == 409)
    #expect(response.text == "The page has changed: it no longer offers that.\n")
    #expect(await tally.count(cookie) == "0")
    #expect(await tally.send(.add(1), cookie) == 204)
  }

  @Test func actionOfDisabledButtonIsRefused() async {
    let cookie = await tally.newCookie()
    for _ in 1...2 { #expect(await tally.send(.add(1), cookie) == 204) }
    let response = await tally.post("action=\(encoded(.wait))", cookie)
    #expect(response.status == 409)
    #expect(response.text == "That is disabled now.\n")
  }

  @Test func requestIsHandledAtomically() async {
    let cookie = await tally.newCookie()
    #expect(await tally.post("name=a&action=\(encoded(.add(1)))&action=\(encoded(.add(2)))", cookie).status == 409)
    #expect(await tally.count(cookie) == "0")
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value data"#) == false)
  }

  @Test func clickOnSlightlyOldPageIsHandled() async {
    let cookie = await tally.newCookie()
    for _ in 1...3 { #expect(await tally.send(.add(1), cookie) == 204) }
    // The third click has removed the button, and a tab may still show it. But on the page before, it was disabled.
    #expect(await tally.send(.wait, cookie) == 409)
    #expect(await tally.send(.add(1), cookie) == 204)
    #expect(await tally.count(cookie) == "4")
  }

  @Test func removedButtonIsAcceptedForAWhile() async {
    let cookie = await tally.newCookie()
    // Three clicks in one request: no rendering in between has the button disabled.
    let clicks = Array(repeating: "action=\(encoded(.add(1)))", count: 3).joined(separator: "&")
    #expect(await tally.post(clicks, cookie).status == 204)
    #expect(await tally.count(cookie) == "3")
    await tally.clock.advance(by: .seconds(9))
    #expect(await tally.send(.wait, cookie) == 204)
    await tally.clock.advance(by: .seconds(1))
    #expect(await tally.send(.wait, cookie) == 409)
  }

  @Test func refusedFormShowsTheReason() async {
    let cookie = await tally.newCookie()
    let response = await tally.post("action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(response.status == 409)
    #expect(response.text?.contains("<p>The page has changed: it no longer offers that.</p>") == true)
  }

  @Test func fieldIsWrittenOnlyIfThePageOffersIt() async {
    let cookie = await tally.newCookie()
    #expect(await tally.post("name=a", cookie).status == 204)
    let clicks = Array(repeating: "action=\(encoded(.add(1)))", count: 102).joined(separator: "&")
    #expect(await tally.post(clicks, cookie).status == 204)
    #expect(await tally.post("name=b", cookie).status == 409)
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value="a""#) == true)
  }
}
