import Counterpoint
import SignUp
import SignUpWeb
import Testing

@MainActor
@Suite struct PageSnapshotTests {
  private func state(_ draft: SignUpDraft = .valid, _ actions: SignUpPage.Action...) -> SignUpPage.State {
    let store = Store(initialState: WebFeature.State(flow: SignUpFeature.State(draft: draft))) {
      WebFeature()
    } withDependencies: {
      $0.signUp = SignUpClient { throw SignUpError.emailTaken($0.email) }
    }
    for action in actions { store.send(.page(action)) }
    return SignUpPage.State(state: store.withState { $0 })
  }

  @Test func start() throws {
    try expectPage(state(SignUpDraft()), named: "1-start")
  }

  @Test func basics() throws {
    try expectPage(state(SignUpDraft(), .startButtonClicked), named: "2-basics")
  }

  @Test func problemsWithBasics() throws {
    try expectPage(state(SignUpDraft(), .startButtonClicked, .nextButtonClicked), named: "3-basics-invalid")
  }

  @Test func enteredBasics() throws {
    try expectPage(state(.valid, .opened(.basics)), named: "4-basics-entered")
  }

  @Test func personalInfo() throws {
    try expectPage(state(.valid, .opened(.personalInfo)), named: "5-personal-info")
  }

  @Test func topicsWithAProblem() throws {
    var draft = SignUpDraft.valid
    draft.topics = []
    try expectPage(state(draft, .opened(.topics), .nextButtonClicked), named: "6-topics-none")
  }

  @Test func summary() throws {
    try expectPage(state(.valid, .opened(.summary)), named: "7-summary")
  }

  @Test func submitting() throws {
    try expectPage(state(.valid, .opened(.summary), .submitButtonClicked), named: "8-submitting")
  }

  @Test func question() throws {
    try expectPage(state(.valid, .opened(.topics), .cancelButtonClicked), named: "9-question")
  }

  @Test func editing() throws {
    try expectPage(state(.valid, .opened(.edit(.topics))), named: "10-editing")
  }
}
