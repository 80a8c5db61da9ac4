import Counterpoint
import CounterpointTesting
import SignUp
import Testing

// The tests of the tutorial "Build a sign-up flow", to the letter. The features are those of Examples/SignUp.

@Test func aDraftSaysWhatIsMissing() {
  var draft = SignUpDraft(email: "blob")
  #expect(draft.problem(with: .email) == "Enter an address such as blob@example.org.")
  draft.email = "blob@example.org"
  #expect(draft.problem(with: .email) == nil)
  #expect(draft.firstInvalid(of: [.email, .password]) == .password)
}

@Test func nobodyGoesOnWithoutAPassword() async {
  let store = TestStore(initialState: Basics.State(draft: SignUpDraft(email: "blob@example.org"))) { Basics() }

  await store.send(.nextButtonTapped) {
    $0.focus = .password
    $0.showsProblems = true
  }
  await store.send(.set(\.draft.password, "correct horse")) { $0.draft.password = "correct horse" }
  await store.send(.nextButtonTapped)
  await store.receive(\.delegate.finished)
}

@Test func theScreensFollowOneAnother() async {
  let store = TestStore(initialState: SignUpFeature.State(), exhaustivity: .off) { SignUpFeature() }

  await store.send(.startButtonTapped)
  await store.send(.path(.element(id: 0, action: .basics(.set(\.draft.email, "blob@example.org")))))
  await store.send(.path(.element(id: 0, action: .basics(.set(\.draft.password, "correct horse")))))
  await store.send(\.path[id: 0].basics.nextButtonTapped)
  await store.receive(\.path[id: 0].basics.delegate.finished)
  #expect(store.state.path.count == 2)
  #expect(store.state.path[id: 1]?.personalInfo?.draft.email == "blob@example.org")
}

@Test func theUserIsAskedBeforeTheDraftIsThrownAway() async {
  let draft = SignUpDraft(email: "blob@example.org")
  let store = TestStore(initialState: SignUpFeature.State(draft: draft), exhaustivity: .off) { SignUpFeature() }

  await store.send(.startButtonTapped)
  await store.send(.cancelButtonTapped)
  #expect(store.state.dialog != nil)
  await store.send(\.dialog.discardButtonTapped)
  #expect(store.state.path.isEmpty)
  #expect(store.state.draft == SignUpDraft())
}

@Test func aFailureIsShownAndTriedAgain() async {
  let draft = SignUpDraft(email: "blob@example.org")
  // Only the outcome matters here, and not the texts of the alert.
  let store = TestStore(initialState: Summary.State(draft: draft), exhaustivity: .off) {
    Summary()
  } withDependencies: {
    $0.signUp.signUp = { _ in throw SignUpError.emailTaken("blob@example.org") }
  }

  await store.send(.submitButtonTapped) { $0.isSubmitting = true }
  await store.receive(.submissionFailed(reason: "There is an account for blob@example.org already.")) {
    $0.isSubmitting = false
  }
  #expect(store.state.destination?.alert != nil)

  store.dependencies.signUp.signUp = { Account($0) }
  await store.send(\.destination.alert.tryAgainButtonTapped)
  await store.receive(.delegate(.signedUp(Account(draft))))
}
