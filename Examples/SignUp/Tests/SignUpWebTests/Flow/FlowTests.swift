import CounterpointHTML
import CounterpointSessionsTestSupport
import SignUp
import SignUpWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct FlowTests {
  @Test(arguments: [true, false])
  func eachStepHasAPage(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    #expect(await visitor.title == "Sign up")
    try await visitor.click("Start")
    #expect(await visitor.address == "/account")
    #expect(await visitor.title == "Account – Sign up")
    try await visitor.type("blob@example.org", into: "email")
    try await visitor.type("correct horse", into: "password")
    try await visitor.pressEnter(in: "password")
    #expect(await visitor.address == "/about-you")
    try await visitor.type("Blob", into: "name")
    try await visitor.type("555 010 0199", into: "phone")
    try await visitor.click("Next")
    #expect(await visitor.address == "/topics")
    try await visitor.check("music")
    try await visitor.check("books")
    try await visitor.check("music", false)
    try await visitor.click("Next")
    #expect(await visitor.address == "/summary")
    #expect(await visitor.text.contains("blob@example.org, password of 13 characters"))
    #expect(await visitor.page.element(id: "entered-topics")?.text == "Books")
    try await visitor.click("Sign up")
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
    #expect(await visitor.address == "/")
    try await visitor.click("Another account")
    #expect(await visitor.page.element(id: "field-email")?.value(of: "value") == "")
  }

  @Test(arguments: [true, false])
  func problemsAreAtTheirFields(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.click("Start")
    #expect(await visitor.page.element(id: "field-email-problem")?.text == "")
    try await visitor.type("blob", into: "email")
    try await visitor.click("Next")
    #expect(await visitor.address == "/account")
    #expect(await visitor.page.element(id: "field-email-problem")?.text == "Enter an address such as blob@example.org.")
    #expect(await visitor.page.element(id: "field-password-problem")?.text == "Enter at least 8 characters.")
    let email = await visitor.page.element(id: "field-email")
    #expect(email?.value(of: "value") == "blob")
    #expect(email?.value(of: "aria-invalid") == "true")
    #expect(email?.value(of: "aria-describedby") == "field-email-problem")
    try await visitor.type("blob@example.org", into: "email")
    try await visitor.type("correct horse", into: "password")
    try await visitor.click("Next")
    #expect(await visitor.address == "/about-you")
  }

  @Test(arguments: [true, false])
  func topicsShareTheirProblem(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.fillIn()
    try await visitor.follow("Back")
    try await visitor.check("music", false)
    try await visitor.click("Next")
    #expect(await visitor.address == "/topics")
    #expect(await visitor.page.element(id: "topics-problem")?.text == "Choose at least one topic.")
    #expect(await visitor.page.element(id: "topic-books")?.value(of: "aria-invalid") == "true")
  }

  @Test(arguments: [true, false])
  func thePasswordIsOnNoPage(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.click("Start")
    try await visitor.type("blob", into: "email")
    try await visitor.type("correct horse", into: "password")
    try await visitor.click("Next")
    #expect(await visitor.page.element(id: "field-password")?.value(of: "value") == "")
    #expect(await visitor.page.element(id: "field-password-hint")?.text == "Leave it empty to keep the entered one.")
    // An empty field keeps the password.
    try await visitor.type("blob@example.org", into: "email")
    try await visitor.click("Next")
    #expect(await visitor.address == "/about-you")
    try await visitor.follow("Back")
    #expect(await !visitor.page.markup.contains("correct horse"))
  }

  @Test(arguments: [true, false])
  func aPartIsEdited(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.fillIn()
    try await visitor.follow("Edit: About you")
    #expect(await visitor.address == "/summary/personal-info")
    try await visitor.type("Blob Jr.", into: "name")
    try await visitor.click("Next")
    #expect(await visitor.address == "/summary")
    #expect(await visitor.text.contains("Blob Jr., 555 010 0199"))
    // Going back from a part discards its edit.
    try await visitor.follow("Edit: About you")
    try await visitor.type("Nobody", into: "name")
    try await visitor.goBack()
    #expect(await visitor.address == "/summary")
    #expect(await visitor.text.contains("Blob Jr., 555 010 0199"))
  }

  @Test(arguments: [true, false])
  func leavingIsAskedFor(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.click("Start")
    try await visitor.type("blob@example.org", into: "email")
    try await visitor.click("Cancel")
    #expect(await visitor.page.element(id: "prompt-title")?.text == "Stop signing up?")
    #expect(await visitor.page.element(id: "program")?.value(of: "inert") != nil)
    try await visitor.click("Keep going")
    #expect(await visitor.page.element(id: "field-email")?.value(of: "value") == "blob@example.org")
    try await visitor.click("Cancel")
    try await visitor.click("Discard")
    #expect(await visitor.address == "/")
    #expect(await visitor.page.element(id: "prompt-title") == nil)
  }

  @Test func escapeClosesTheQuestion() async throws {
    let visitor = try await visitor(hasScript: true)
    try await visitor.fillIn()
    try await visitor.click("Cancel")
    try await visitor.send(.dialogButtonClicked(nil))
    #expect(await visitor.page.element(id: "prompt-title") == nil)
    #expect(await visitor.address == "/summary")
  }
}
