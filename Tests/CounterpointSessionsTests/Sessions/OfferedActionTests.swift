import ControlledClocks
import CounterpointSessions
import Testing

/// A site does what a visitor's page offers, and nothing else.
@Suite struct OfferedActionTests {
  private let tally = TallySite(acceptsOnlyOfferedActions: true)

  @Test func anActionThatThePageDoesNotOfferIsRefused() async {
    let cookie = await tally.visit()
    let response = await tally.post("action=\(encoded(.add(2)))", cookie)
    #expect(response.status == 409)
    #expect(response.text == "The page has changed: it does not offer that any more.\n")
    #expect(await tally.count(cookie) == "0")
    #expect(await tally.send(.add(1), cookie) == 204)
  }

  @Test func theActionOfADisabledButtonIsRefused() async {
    let cookie = await tally.visit()
    for _ in 1...2 { #expect(await tally.send(.add(1), cookie) == 204) }
    let response = await tally.post("action=\(encoded(.wait))", cookie)
    #expect(response.status == 409)
    #expect(response.text == "That is disabled now.\n")
  }

  @Test func aRequestIsHandledWholeOrNotAtAll() async {
    let cookie = await tally.visit()
    #expect(await tally.post("name=a&action=\(encoded(.add(1)))&action=\(encoded(.add(2)))", cookie).status == 409)
    #expect(await tally.count(cookie) == "0")
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value data"#) == false)
  }

  @Test func aClickOnAPageThatIsAMomentOldCounts() async {
    let cookie = await tally.visit()
    for _ in 1...3 { #expect(await tally.send(.add(1), cookie) == 204) }
    // The third click has removed the button, which a tab may still show; but the page before had it disabled.
    #expect(await tally.send(.wait, cookie) == 409)
    #expect(await tally.send(.add(1), cookie) == 204)
    #expect(await tally.count(cookie) == "4")
  }

  @Test func aRemovedButtonIsAcceptedForAWhile() async {
    let cookie = await tally.visit()
    // Three clicks in one request: no page in between has the button disabled.
    let clicks = Array(repeating: "action=\(encoded(.add(1)))", count: 3).joined(separator: "&")
    #expect(await tally.post(clicks, cookie).status == 204)
    #expect(await tally.count(cookie) == "3")
    await tally.clock.advance(by: .seconds(9))
    #expect(await tally.send(.wait, cookie) == 204)
    await tally.clock.advance(by: .seconds(1))
    #expect(await tally.send(.wait, cookie) == 409)
  }

  @Test func formsWithoutTheScriptSayWhyTheyAreRefused() async {
    let cookie = await tally.visit()
    let response = await tally.post("action=\(encoded(.add(2)))", cookie, path: "/")
    #expect(response.status == 409)
    #expect(response.text?.contains("<p>The page has changed: it does not offer that any more.</p>") == true)
  }

  @Test func aFieldIsWrittenOnlyWhereThePageHasIt() async {
    let cookie = await tally.visit()
    #expect(await tally.post("name=a", cookie).status == 204)
    let clicks = Array(repeating: "action=\(encoded(.add(1)))", count: 102).joined(separator: "&")
    #expect(await tally.post(clicks, cookie).status == 204)
    #expect(await tally.post("name=b", cookie).status == 409)
    #expect(await tally.get("/", cookie).text?.contains(#"name="name" value="a""#) == true)
  }
}
