import Counterpoint
import CounterpointSessions
import Foundation
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
      $0.pictures = PictureClient { _ in try await Task.never() }
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

  /// A draft with a picture.
  private var draftWithPicture: SignUpDraft {
    var draft = SignUpDraft.valid
    draft.picture = Picture(id: UUID(), name: "me.png", format: .png, byteCount: 12_345)
    return draft
  }

  @Test func picture() throws {
    try expectPage(state(draftWithPicture, .opened(.personalInfo)), named: "11-picture")
  }

  @Test func checkedPicture() throws {
    let upload = try UploadedFile(name: "me.png", contents: Data())
    try expectPage(state(.valid, .opened(.personalInfo), .pictureChosen(upload)), named: "12-picture-checked")
  }

  @Test func refusedPicture() async throws {
    var form = PersonalInfo.State(draft: .valid)
    form.pictureProblem = "text.png is not a picture. Choose a PNG, JPEG or GIF."
    var path = StackState<SignUpFeature.Path.State>()
    path.append(.personalInfo(form))
    let flow = SignUpFeature.State(draft: .valid, path: path)
    try expectPage(SignUpPage.State(state: WebFeature.State(flow: flow)), named: "13-picture-refused")
  }

  @Test func summaryWithPicture() throws {
    try expectPage(state(draftWithPicture, .opened(.summary)), named: "14-summary-picture")
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
