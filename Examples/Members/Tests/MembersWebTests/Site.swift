import Counterpoint
import CounterpointHTML
import CounterpointRecording
import CounterpointSessions
import CounterpointSessionsTestSupport
import Members
import MembersWeb
import StateSharing

typealias MembersVisitor = TestVisitor<MembersFeature.State, MembersPageAction>

/// The site with accounts in memory, and hashes that only tests can bear.
struct MembersSite {
  let members = Shared(value: [:] as AccountsClient.Members)
  let clock = TestClock()
  let site: WebSite<MembersFeature.State, MembersPageAction>

  init(recorder: Recorder? = nil) {
    let hasher = PasswordHasher(
      hash: { String($0.text.reversed()) },
      verify: { String($0.text.reversed()) == $1 ? .right : .wrong }
    )
    let accounts = AccountsClient.live(
      members: members,
      hasher: hasher,
      limiter: AttemptLimiter(clock: clock),
      decoy: "decoy"
    )
    site = WebSite(.members(accounts, recorder: recorder), clock: clock)
  }

  func visitor(hasScript: Bool = true) -> MembersVisitor {
    TestVisitor(site, hasScript: hasScript)
  }

  /// Registers a member in a browser.
  func member(_ email: String = "blob@example.org", hasScript: Bool = true) async throws -> MembersVisitor {
    let visitor = visitor(hasScript: hasScript)
    try await visitor.open("/register")
    try await visitor.type(email, into: "new-email")
    try await visitor.type("correct horse", into: "new-password")
    try await visitor.type("correct horse", into: "repeated-password")
    try await visitor.click("Register")
    try await visitor.shows("Only members")
    return visitor
  }
}

extension TestVisitor {
  /// Waits until the page shows a text.
  func shows(_ text: String) async throws {
    try await wait { $0.text.contains(text) }
  }

  func signIn(_ email: String = "blob@example.org", _ password: String = "correct horse") async throws {
    try await type(email, into: "email")
    try await type(password, into: "password")
    try await click("Sign in")
  }
}
