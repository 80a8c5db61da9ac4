import CounterpointHTML
import CounterpointRoutes
import CounterpointSessions
import CounterpointSessionsTestSupport
import SignUp
import SignUpWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct AddressTests {
  @Test(arguments: [
    (SignUpRoute.start, "/"), (.basics, "/account"), (.personalInfo, "/about-you"), (.topics, "/topics"),
    (.summary, "/summary"), (.edit(.basics), "/summary/basics"), (.edit(.personalInfo), "/summary/personal-info"),
  ])
  func routesHaveAddresses(route: SignUpRoute, address: String) {
    #expect(SignUpRoute.routes.address(for: route)?.description == address)
    #expect(SignUpRoute.routes.route(for: address) == route)
  }

  @Test(arguments: [true, false], ["/about-you", "/topics", "/summary", "/summary/topics"])
  func aDeepLinkLeadsToTheFirstOpenStep(hasScript: Bool, address: String) async throws {
    let visitor = Visitor(WebSite(.signUp(.inMemory())), hasScript: hasScript)
    try await visitor.open(address)
    #expect(await visitor.address == "/account")
  }

  @Test(arguments: ["/accounts", "/summary/nothing", "/summary/topics/more"])
  func unknownAddressesAreRefused(address: String) async throws {
    let visitor = Visitor(WebSite(.signUp(.inMemory())))
    let error = await #expect(throws: TestVisitorError.self) { try await visitor.open(address) }
    guard case .refused(status: 404, text: _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [true, false])
  func theHistoryKeepsWhatWasEntered(hasScript: Bool) async throws {
    let visitor = try await visitor(hasScript: hasScript)
    try await visitor.fillIn()
    for address in ["/topics", "/about-you", "/account", "/"] {
      try await visitor.goBack()
      #expect(await visitor.address == address)
    }
    try await visitor.click("Go on")
    #expect(await visitor.page.element(id: "field-email")?.value(of: "value") == "blob@example.org")
    for _ in 1...3 { try await visitor.click("Next") }
    #expect(await visitor.address == "/summary")
  }

  @Test func aStepAfterAProblemIsOutOfReach() async throws {
    let visitor = try await visitor(hasScript: true)
    try await visitor.fillIn()
    try await visitor.follow("Back")
    try await visitor.follow("Back")
    try await visitor.type("", into: "name")
    try await visitor.submit("counterpoint-visit", "/summary")
    #expect(await visitor.address == "/about-you")
  }

  @Test func aPageWithoutTheScriptLeadsTheFlowToIt() async throws {
    let visitor = try await visitor(hasScript: false)
    try await visitor.fillIn()
    try await visitor.open("/summary/topics")
    #expect(await visitor.address == "/summary/topics")
    try await visitor.open("/about-you")
    #expect(await visitor.page.element(id: "field-name")?.value(of: "value") == "Blob")
    try await visitor.click("Cancel")
    // Another page closes the question.
    try await visitor.open("/topics")
    #expect(await visitor.page.element(id: "prompt-title") == nil)
  }
}
