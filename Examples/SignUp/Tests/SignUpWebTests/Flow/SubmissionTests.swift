import CounterpointHTML
import CounterpointSessions
import CounterpointSessionsTestSupport
import SignUp
import SignUpWeb
import Testing

@Suite(.timeLimit(.minutes(20))) struct SubmissionTests {
  @Test(arguments: [true, false])
  func twoSubmissionsAreOne(hasScript: Bool) async throws {
    let held = HeldClient()
    let visitor = try await visitor(held.client, hasScript: hasScript)
    try await visitor.fillIn()
    try await visitor.click("Sign up")
    #expect(await visitor.page.element(id: "progress")?.text == "Signing up…")
    await #expect(throws: (any Error).self) { try await visitor.click("Sign up") }
    // Another tab may still have sent it.
    try? await visitor.send(.submitButtonClicked)
    held.answer(.success(Account(.valid)))
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
    #expect(await held.emails() == ["blob@example.org"])
    try await visitor.open("/summary")
    #expect(await visitor.text.contains("Welcome, Blob.") == !hasScript)
  }

  @Test(arguments: [true, false])
  func nobodyLeavesTheSummaryWhileTheAccountIsCreated(hasScript: Bool) async throws {
    let held = HeldClient()
    let visitor = try await visitor(held.client, hasScript: hasScript)
    try await visitor.fillIn()
    try await visitor.click("Sign up")
    try await visitor.goBack()
    #expect(await visitor.address == "/summary")
    #expect(await visitor.page.element(id: "progress")?.text == "Signing up…")
    held.answer(.success(Account(.valid)))
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
  }

  @Test(arguments: [true, false])
  func aFailureIsAnAlert(hasScript: Bool) async throws {
    let held = HeldClient()
    let visitor = try await visitor(held.client, hasScript: hasScript)
    try await visitor.fillIn()
    try await visitor.click("Sign up")
    held.answer(.failure(.emailTaken("blob@example.org")))
    try await visitor.wait { $0.element(id: "prompt-title") != nil }
    #expect(await visitor.page.element(id: "prompt-title")?.text == "You are not signed up")
    #expect(
      await visitor.page.element(id: "prompt-message")?.text == "There is an account for blob@example.org already."
    )
    try await visitor.click("OK")
    #expect(await visitor.page.element(id: "prompt-title") == nil)
    try await visitor.click("Sign up")
    held.answer(.failure(.emailTaken("blob@example.org")))
    try await visitor.wait { $0.element(id: "prompt-title") != nil }
    try await visitor.click("Try again")
    held.answer(.success(Account(.valid)))
    try await visitor.wait { $0.text.contains("Welcome, Blob.") }
  }

  @Test func visitorsHaveFlowsOfTheirOwnAndShareTheAccounts() async throws {
    let site = WebSite(.signUp(.inMemory()))
    let (first, second) = (Visitor(site), Visitor(site, hasScript: false))
    try await first.open()
    try await second.open()
    try await first.fillIn()
    #expect(await second.text.contains("An account in three steps."))
    try await second.fillIn(email: "BLOB@example.org")
    try await first.click("Sign up")
    try await first.wait { $0.text.contains("Welcome, Blob.") }
    try await second.click("Sign up")
    try await second.wait { $0.element(id: "prompt-title") != nil }
    #expect(await second.text.contains("There is an account for BLOB@example.org already."))
  }
}
