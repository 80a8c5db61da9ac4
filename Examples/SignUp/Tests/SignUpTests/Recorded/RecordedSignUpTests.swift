// Recorded by Scripts/record-tests: don't edit it.
// swift-format-ignore-file

import Counterpoint
import CounterpointTesting
import SignUp
import Testing

@Test func aRecordedSignUp() async {
  let store = TestStore(initialState: SignUpFeature.State()) {
    SignUpFeature()
  } withDependencies: {
    $0.signUp = SignUpClient { draft in throw SignUpError.emailTaken(draft.email) }
  }

  await store.send(.startButtonTapped) {
    $0.path[id: 0] = .basics(Basics.State(draft: SignUpDraft(email: "", password: "", name: "", phone: "", picture: nil, topics: []), focus: .email, showsProblems: false))
  }
  await store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped)))) {
    $0.path[id: 0, case: \.basics]?.showsProblems = true
  }
  await store.send(.path(.element(id: 0, action: .basics(.set(\.draft.email, "blob@example.org"))))) {
    $0.draft.email = "blob@example.org"
    $0.path[id: 0, case: \.basics]?.draft.email = "blob@example.org"
  }
  await store.send(.path(.element(id: 0, action: .basics(.set(\.draft.password, "correct horse"))))) {
    $0.draft.password = "correct horse"
    $0.path[id: 0, case: \.basics]?.draft.password = "correct horse"
  }
  await store.send(.path(.element(id: 0, action: .basics(.set(\.focus, nil))))) {
    $0.path[id: 0, case: \.basics]?.focus = nil
  }
  await store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
  await store.receive(\.path[id: 0].basics.delegate.finished) {
    $0.path[id: 1] = .personalInfo(PersonalInfo.State(draft: SignUpDraft(email: "blob@example.org", password: "correct horse", name: "", phone: "", picture: nil, topics: []), focus: .name, showsProblems: false, picturePath: "", pictureCheck: nil, pictureProblem: nil))
  }
  await store.send(.cancelButtonTapped) {
    $0.dialog = ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Stop signing up?")
    } actions: {
      ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep going") }
    } message: {
      TextState("What you have entered will be lost.")
    }
  }
  await store.send(.dialog(.dismiss)) {
    $0.dialog = nil
  }
  await store.send(.path(.element(id: 1, action: .personalInfo(.set(\.draft.name, "Blob"))))) {
    $0.draft.name = "Blob"
    $0.path[id: 0, case: \.basics]?.draft.name = "Blob"
    $0.path[id: 1, case: \.personalInfo]?.draft.name = "Blob"
  }
  await store.send(.path(.element(id: 1, action: .personalInfo(.set(\.draft.phone, "555 010 0199"))))) {
    $0.draft.phone = "555 010 0199"
    $0.path[id: 0, case: \.basics]?.draft.phone = "555 010 0199"
    $0.path[id: 1, case: \.personalInfo]?.draft.phone = "555 010 0199"
  }
  await store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
  await store.receive(\.path[id: 1].personalInfo.delegate.finished) {
    $0.path[id: 2] = .topics(Topics.State(draft: SignUpDraft(email: "blob@example.org", password: "correct horse", name: "Blob", phone: "555 010 0199", picture: nil, topics: []), focus: .books, showsProblems: false))
  }
  await store.send(.path(.element(id: 2, action: .topics(.set(\.draft.topics, [.books, .music]))))) {
    $0.draft.topics.insert(.books)
    $0.draft.topics.insert(.music)
    $0.path[id: 0, case: \.basics]?.draft.topics.insert(.books)
    $0.path[id: 0, case: \.basics]?.draft.topics.insert(.music)
    $0.path[id: 1, case: \.personalInfo]?.draft.topics.insert(.books)
    $0.path[id: 1, case: \.personalInfo]?.draft.topics.insert(.music)
    $0.path[id: 2, case: \.topics]?.draft.topics.insert(.books)
    $0.path[id: 2, case: \.topics]?.draft.topics.insert(.music)
  }
  await store.send(.path(.element(id: 2, action: .topics(.nextButtonTapped))))
  await store.receive(\.path[id: 2].topics.delegate.finished) {
    $0.path[id: 3] = .summary(Summary.State(destination: nil, draft: SignUpDraft(email: "blob@example.org", password: "correct horse", name: "Blob", phone: "555 010 0199", picture: nil, topics: [.books, .music]), isSubmitting: false))
  }
  await store.send(.path(.element(id: 3, action: .summary(.editButtonTapped(.personalInfo))))) {
    $0.path[id: 3, case: \.summary]?.destination = .personalInfo(PersonalInfo.State(draft: SignUpDraft(email: "blob@example.org", password: "correct horse", name: "Blob", phone: "555 010 0199", picture: nil, topics: [.books, .music]), focus: .name, showsProblems: false, picturePath: "", pictureCheck: nil, pictureProblem: nil))
  }
  await store.send(.path(.element(id: 3, action: .summary(.destination(.presented(.personalInfo(.set(\.draft.name, "Blob Jr.")))))))) {
    $0.path[id: 3, case: \.summary]?.destination?[case: \.personalInfo]?.draft.name = "Blob Jr."
  }
  await store.send(.path(.element(id: 3, action: .summary(.destination(.presented(.personalInfo(.nextButtonTapped)))))))
  await store.receive(\.path[id: 3].summary.destination.personalInfo.delegate.finished) {
    $0.draft.name = "Blob Jr."
    $0.path[id: 0, case: \.basics]?.draft.name = "Blob Jr."
    $0.path[id: 1, case: \.personalInfo]?.draft.name = "Blob Jr."
    $0.path[id: 2, case: \.topics]?.draft.name = "Blob Jr."
    $0.path[id: 3, case: \.summary]?.destination = nil
    $0.path[id: 3, case: \.summary]?.draft.name = "Blob Jr."
  }
  await store.send(.path(.element(id: 3, action: .summary(.submitButtonTapped)))) {
    $0.path[id: 3, case: \.summary]?.isSubmitting = true
  }
  await store.receive(\.path[id: 3].summary.submissionFailed) {
    $0.path[id: 3, case: \.summary]?.destination = .alert(AlertState {
      TextState("You are not signed up")
    } actions: {
      ButtonState(action: .tryAgainButtonTapped) { TextState("Try again") }
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState("There is an account for blob@example.org already.")
    })
    $0.path[id: 3, case: \.summary]?.isSubmitting = false
  }
  await store.send(.path(.element(id: 3, action: .summary(.destination(.dismiss))))) {
    $0.path[id: 3, case: \.summary]?.destination = nil
  }
  await store.send(.path(.popFrom(id: 1))) {
    $0.path[id: 1] = nil
    $0.path[id: 2] = nil
    $0.path[id: 3] = nil
  }
  await store.send(.cancelButtonTapped) {
    $0.dialog = ConfirmationDialogState(titleVisibility: .visible) {
      TextState("Stop signing up?")
    } actions: {
      ButtonState(role: .destructive, action: .discardButtonTapped) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep going") }
    } message: {
      TextState("What you have entered will be lost.")
    }
  }
  await store.send(.dialog(.presented(.discardButtonTapped))) {
    $0.dialog = nil
    $0.draft.email = ""
    $0.draft.password = ""
    $0.draft.name = ""
    $0.draft.phone = ""
    $0.draft.topics.remove(.books)
    $0.draft.topics.remove(.music)
    $0.path[id: 0] = nil
  }
}
