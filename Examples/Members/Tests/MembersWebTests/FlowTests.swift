import Counterpoint
import CounterpointHTML
@_spi(Internals) import CounterpointRecording
import CounterpointSessions
import CounterpointSessionsTestSupport
import Foundation
import Members
import MembersWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct FlowTests {
  @Test(arguments: [true, false])
  func aPrivatePageLeadsToTheFormAndBack(hasScript: Bool) async throws {
    let site = MembersSite()
    _ = try await site.member()
    let visitor = site.visitor(hasScript: hasScript)
    try await visitor.open("/account")
    #expect(await visitor.address == "/sign-in?then=account")
    try await visitor.signIn("Blob@example.org", "wrong")
    try await visitor.shows("The email address or the password is wrong.")
    try await visitor.signIn()
    try await visitor.shows("Sign out everywhere")
    #expect(await visitor.address == "/account")

    // A new page of the same browser.
    let page = await visitor.newPage()
    try await page.open("/lounge")
    #expect(await page.text.contains("You are blob@example.org."))
    try await page.open("/sign-in")
    #expect(await page.address == "/lounge")
  }

  @Test(arguments: [true, false])
  func registrationShowsItsProblems(hasScript: Bool) async throws {
    let site = MembersSite()
    _ = try await site.member(hasScript: hasScript)
    let visitor = site.visitor(hasScript: hasScript)
    try await visitor.open("/register")
    try await visitor.type("blob@example.org", into: "new-email")
    try await visitor.type("short", into: "new-password")
    try await visitor.click("Register")
    #expect(await visitor.text.contains("Use at least 8 characters."))
    #expect(await visitor.text.contains("The passwords differ."))
    try await visitor.type("battery staple", into: "new-password")
    try await visitor.type("battery staple", into: "repeated-password")
    try await visitor.pressEnter(in: "new-email")
    try await visitor.shows("There is an account with this email address.")
    #expect(site.members.wrappedValue.count == 1)
  }

  @Test(arguments: [true, false])
  func theIdentifierIsRenewed(hasScript: Bool) async throws {
    let site = MembersSite()
    _ = try await site.member()
    let visitor = site.visitor(hasScript: hasScript)
    try await visitor.open("/sign-in")
    let planted = await visitor.newPage()
    try await visitor.signIn()
    try await visitor.shows("Only members")
    try await planted.open("/lounge")
    #expect(await planted.address == "/sign-in?then=lounge")
    #expect(await planted.cookies != visitor.cookies)
  }

  @Test(arguments: [true, false])
  func signingOutEndsAllPagesOfTheBrowser(hasScript: Bool) async throws {
    let site = MembersSite()
    let visitor = try await site.member(hasScript: hasScript)
    let (page, stolen) = (await visitor.newPage(), await visitor.newPage())
    try await page.open("/account")
    // With the script, the page learns from its stream that the session has ended.
    if hasScript {
      await #expect(throws: TestVisitorError.self) { try await visitor.click("Sign out") }
    } else {
      try await visitor.click("Sign out")
      #expect(await visitor.address == "/sign-in?then=lounge")
    }
    await #expect(throws: TestVisitorError.self) { try await page.click("Sign out everywhere") }
    #expect(site.site.sessionCount == 0)
    try await stolen.open("/account")
    #expect(await stolen.address == "/sign-in?then=account")
  }

  @Test func signingOutEverywhereEndsOtherBrowsers() async throws {
    let site = MembersSite()
    let first = try await site.member()
    let other = site.visitor()
    try await other.open("/sign-in?then=account")
    try await other.signIn()
    try await other.shows("Sign out everywhere")
    let stranger = try await site.member("jr@example.org")
    #expect(site.site.sessionCount == 3)

    let end = Task { try await first.wait { _ in false } }
    try? await other.click("Sign out everywhere")
    await #expect(throws: TestVisitorError.self) { try await end.value }
    try await other.open("/account")
    #expect(await other.address == "/sign-in?then=account")
    let page = await stranger.newPage()
    try await page.open("/account")
    #expect(await page.text.contains("jr@example.org"))
  }

  @Test func aChangedPasswordEndsOtherBrowsers() async throws {
    let site = MembersSite()
    let first = try await site.member()
    let other = site.visitor()
    try await other.open("/sign-in?then=account")
    try await other.signIn()
    try await other.shows("Sign out everywhere")
    try await other.type("correct horse", into: "old-password")
    try await other.type("battery staple", into: "other-password")
    try await other.click("Change password")
    try await other.shows("The password is changed.")
    try await first.shows("No account?")
    #expect(await first.address == "/sign-in?then=lounge")
    let page = await other.newPage()
    try await page.open("/lounge")
    #expect(await page.text.contains("Only members"))

    // The first page of the browser stays open, and does not end the session of the second one.
    try await page.open("/account")
    try await page.type("battery staple", into: "old-password")
    try await page.type("correct horse", into: "other-password")
    try await page.click("Change password")
    try await page.shows("The password is changed.")
    try await other.open("/account")
    #expect(await other.text.contains("Sign out everywhere"))
  }

  @Test func guessesAreDelayedVisibly() async throws {
    let site = MembersSite()
    let visitor = site.visitor()
    try await visitor.open("/sign-in")
    for _ in 0..<5 {
      try await visitor.signIn("blob@example.org", "wrong")
      try await visitor.shows("is wrong.")
    }
    try await visitor.signIn("blob@example.org", "wrong")
    try await visitor.shows("Too many attempts. Try again in 1 s.")
    await site.clock.advance(by: .seconds(1))
    try await visitor.signIn("blob@example.org", "wrong")
    try await visitor.shows("is wrong.")
  }

  @Test(arguments: [true, false])
  func passwordsAreNeitherOnPagesNorInRecordings(hasScript: Bool) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let site = MembersSite(recorder: try Recorder(at: file))
    let visitor = try await site.member(hasScript: hasScript)
    #expect(!(await visitor.page.markup).contains("horse"))
    let other = site.visitor(hasScript: hasScript)
    try await other.open("/sign-in")
    try await other.signIn("blob@example.org", "wrong horse")
    try await other.shows("is wrong.")
    #expect(!(await other.page.markup).contains("horse"))
    let recording = try String(contentsOf: file, encoding: .utf8)
    #expect(recording.contains("blob@example.org"))
    #expect(!recording.contains("horse"))
  }

  @Test func aHostileVisitorCanOnlySendWhatThePageOffers() async throws {
    let site = MembersSite()
    let visitor = site.visitor()
    try await visitor.open("/")
    for action in [
      MembersPageAction.signOutEverywhereButtonClicked, .changePasswordButtonClicked, .signInButtonClicked,
    ] {
      await #expect(throws: TestVisitorError.self) { try await visitor.send(action) }
    }
    await #expect(throws: TestVisitorError.self) { try await visitor.submit("old-password", "x") }
    for address in ["/sign-in?then=https://example.org", "/sign-in?then=//example.org", "/members.json"] {
      await #expect(throws: TestVisitorError.self) { try await visitor.newPage().open(address) }
    }
  }
}
