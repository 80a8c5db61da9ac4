import Counterpoint
import CounterpointTesting
import SignUp
import Testing

@MainActor
@Suite struct FlowTests {
  private func store(
    _ state: SignUpFeature.State = SignUpFeature.State(),
    signUp: SignUpClient = .inMemory()
  ) -> StoreOf<SignUpFeature> {
    Store(initialState: state) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = signUp
    }
  }

  /// A flow at its summary.
  private func storeAtSummary(signUp: SignUpClient = .inMemory()) -> StoreOf<SignUpFeature> {
    let store = store(SignUpFeature.State(draft: .valid), signUp: signUp)
    store.send(.startButtonTapped)
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
    store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
    store.send(.path(.element(id: 2, action: .topics(.nextButtonTapped))))
    return store
  }

  @Test func theHappyPath() async {
    let store = store()
    store.send(.startButtonTapped)
    store.send(.path(.element(id: 0, action: .basics(.set(\.draft.email, "blob@example.org")))))
    store.send(.path(.element(id: 0, action: .basics(.set(\.draft.password, "correct horse")))))
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
    store.send(.path(.element(id: 1, action: .personalInfo(.set(\.draft.name, "Blob")))))
    store.send(.path(.element(id: 1, action: .personalInfo(.set(\.draft.phone, "555 010 0199")))))
    store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
    store.send(.path(.element(id: 2, action: .topics(.set(\.draft.topics, [.music, .books])))))
    store.send(.path(.element(id: 2, action: .topics(.nextButtonTapped))))
    #expect(store.withState { $0.path.last } == .summary(Summary.State(draft: .valid)))
    await store.send(.path(.element(id: 3, action: .summary(.submitButtonTapped)))).finish()
    #expect(store.withState { $0 } == SignUpFeature.State(account: Account(.valid)))
  }

  @Test func whatIsWrongBlocksTheWayAndGetsTheFocus() {
    let store = store()
    store.send(.startButtonTapped)
    store.send(.path(.element(id: 0, action: .basics(.set(\.draft.email, "blob@example.org")))))
    #expect(store.withState { $0.path[id: 0, case: \.basics]?.problem(with: .password) } == nil)
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
    #expect(store.withState(\.path.count) == 1)
    #expect(store.withState { $0.path[id: 0, case: \.basics]?.focus } == .password)
    #expect(
      store.withState { $0.path[id: 0, case: \.basics]?.problem(with: .password) } == "Enter at least 8 characters."
    )
    store.send(.path(.element(id: 0, action: .basics(.set(\.draft.password, "correct horse")))))
    #expect(store.withState { $0.path[id: 0, case: \.basics]?.problem(with: .password) } == nil)
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
    #expect(store.withState(\.path.count) == 2)
    store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
    #expect(store.withState(\.path.count) == 2)
    #expect(store.withState { $0.path[id: 1, case: \.personalInfo]?.focus } == .name)
  }

  @Test func withoutATopicThereIsNoWayOn() {
    var draft = SignUpDraft.valid
    draft.topics = []
    let store = store(SignUpFeature.State(draft: draft))
    store.send(.startButtonTapped)
    store.send(.path(.element(id: 0, action: .basics(.nextButtonTapped))))
    store.send(.path(.element(id: 1, action: .personalInfo(.nextButtonTapped))))
    store.send(.path(.element(id: 2, action: .topics(.nextButtonTapped))))
    #expect(store.withState(\.path.count) == 3)
    #expect(store.withState { $0.path[id: 2, case: \.topics]?.problem } == "Choose at least one topic.")
  }

  @Test func allScreensHaveTheSameDraft() {
    let store = storeAtSummary()
    store.send(.path(.popFrom(id: 2)))
    store.send(.path(.element(id: 1, action: .personalInfo(.set(\.draft.name, "Blob Jr.")))))
    #expect(store.withState(\.draft.name) == "Blob Jr.")
    #expect(store.withState { $0.path[id: 0, case: \.basics]?.draft.name } == "Blob Jr.")
    store.send(.path(.popFrom(id: 0)))
    store.send(.startButtonTapped)
    #expect(store.withState { $0.path.last?.basics?.draft.name } == "Blob Jr.")
  }

  @Test func startingTwicePushesOnce() {
    let store = store()
    store.send(.startButtonTapped)
    store.send(.startButtonTapped)
    #expect(store.withState(\.path.count) == 1)
  }

  @Test func cancellingAsksFirst() {
    let store = storeAtSummary()
    store.send(.cancelButtonTapped)
    #expect(store.withState { $0.dialog?.buttons.map { String(state: $0.label) } } == ["Discard", "Keep going"])
    store.send(.dialog(.dismiss))
    #expect(store.withState { $0.dialog == nil && $0.draft == .valid && $0.path.count == 4 })
    store.send(.cancelButtonTapped)
    store.send(.dialog(.presented(.discardButtonTapped)))
    #expect(store.withState { $0 } == SignUpFeature.State())
  }

  @Test func whereNothingIsEnteredNothingIsAsked() {
    let store = store()
    store.send(.startButtonTapped)
    store.send(.cancelButtonTapped)
    #expect(store.withState { $0 } == SignUpFeature.State())
  }

  @Test func goingBackEndsTheRequest() async {
    var path = StackState<SignUpFeature.Path.State>()
    path.append(.summary(Summary.State(draft: .valid)))
    let store = TestStore(initialState: SignUpFeature.State(draft: .valid, path: path)) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = SignUpClient { _ in try await Task.never() }
    }
    await store.send(.path(.element(id: 0, action: .summary(.submitButtonTapped)))) {
      $0.path[id: 0, case: \.summary]?.isSubmitting = true
    }
    // A request that went on would fail the test at its end.
    await store.send(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
  }
}
