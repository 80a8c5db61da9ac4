import CounterpointSessions
import CounterpointSessionsTestSupport
import SignUp
import SignUpWeb

typealias Visitor = TestVisitor<SignUpPage.State, SignUpPage.Action>

extension SignUpDraft {
  /// A draft without problems.
  static let valid = SignUpDraft(
    email: "blob@example.org",
    password: "correct horse",
    name: "Blob",
    phone: "555 010 0199",
    topics: [.music, .books]
  )
}

/// Returns a visitor on the first page of a new site.
func visitor(
  _ client: SignUpClient = .inMemory(),
  limits: WebLimits = WebLimits(),
  hasScript: Bool
) async throws -> Visitor {
  let visitor = Visitor(WebSite(.signUp(client), limits: limits), hasScript: hasScript)
  try await visitor.open()
  return visitor
}

extension TestVisitor where ViewState == SignUpPage.State, ViewAction == SignUpPage.Action {
  /// Fills in the forms, from the first page up to the picture.
  func goToPicture(email: String = "blob@example.org") async throws {
    try await click("Start")
    try await type(email, into: "email")
    try await type("correct horse", into: "password")
    try await click("Next")
    try await type("Blob", into: "name")
    try await type("555 010 0199", into: "phone")
  }

  /// Fills in all forms, from the first page to the summary.
  func fillIn(email: String = "blob@example.org") async throws {
    try await goToPicture(email: email)
    try await click("Next")
    try await check("music")
    try await click("Next")
  }
}

/// A client whose answers a test gives.
struct HeldClient {
  let client: SignUpClient
  private let calls: AsyncStream<SignUpDraft>
  private let call: AsyncStream<SignUpDraft>.Continuation
  private let answers: AsyncStream<Result<Account, SignUpError>>.Continuation

  init() {
    let (calls, call) = AsyncStream.makeStream(of: SignUpDraft.self)
    let (results, answers) = AsyncStream.makeStream(of: Result<Account, SignUpError>.self)
    self.calls = calls
    self.call = call
    self.answers = answers
    client = SignUpClient { draft in
      call.yield(draft)
      for await result in results { return try result.get() }
      throw CancellationError()
    }
  }

  /// The addresses of all calls. There can be no further call.
  func emails() async -> [String] {
    call.finish()
    return await calls.reduce(into: []) { $0.append($1.email) }
  }

  func answer(_ result: Result<Account, SignUpError>) {
    answers.yield(result)
  }
}
