import Counterpoint
import SignUp
import Testing

@MainActor
@Suite struct SummaryTests {
  private func store(_ signUp: SignUpClient = .inMemory()) -> StoreOf<Summary> {
    Store(initialState: Summary.State(draft: .valid)) {
      Summary()
    } withDependencies: {
      $0.signUp = signUp
    }
  }

  @Test func aPartIsChanged() {
    let store = store()
    store.send(.editButtonTapped(.personalInfo))
    #expect(store.destination == .personalInfo(PersonalInfo.State(draft: .valid)))
    store.send(.destination(.presented(.personalInfo(.set(\.draft.name, "Blob Jr.")))))
    #expect(store.draft.name == "Blob")
    store.send(.destination(.presented(.personalInfo(.nextButtonTapped))))
    #expect(store.draft.name == "Blob Jr.")
    #expect(store.destination == nil)
  }

  @Test func allPartsCanBeChanged() {
    let store = store()
    store.send(.editButtonTapped(.basics))
    store.send(.destination(.presented(.basics(.set(\.draft.email, "jr@example.org")))))
    store.send(.destination(.presented(.basics(.nextButtonTapped))))
    store.send(.editButtonTapped(.topics))
    store.send(.destination(.presented(.topics(.set(\.draft.topics, [.films])))))
    store.send(.destination(.presented(.topics(.nextButtonTapped))))
    #expect(store.draft.email == "jr@example.org")
    #expect(store.draft.topics == [.films])
  }

  @Test func goingBackChangesNothing() {
    let store = store()
    store.send(.editButtonTapped(.topics))
    store.send(.destination(.presented(.topics(.set(\.draft.topics, [])))))
    store.send(.destination(.dismiss))
    #expect(store.withState { $0 } == Summary.State(draft: .valid))
  }

  @Test func whatIsWrongDoesNotGetIntoTheSummary() {
    let store = store()
    store.send(.editButtonTapped(.basics))
    store.send(.destination(.presented(.basics(.set(\.draft.email, "blob")))))
    store.send(.destination(.presented(.basics(.nextButtonTapped))))
    #expect(store.draft == .valid)
    #expect(store.destination?.basics?.focus == .email)
  }

  @Test func aFailureIsToldAndTriedAgain() async {
    let signUp = SignUpClient.inMemory([Account(.valid)])
    let store = store(signUp)
    let task = store.send(.submitButtonTapped)
    #expect(store.isSubmitting)
    await task.finish()
    #expect(!store.isSubmitting)
    let alert = store.destination?.alert
    #expect(alert?.message == TextState("There is an account for blob@example.org already."))
    #expect(alert?.buttons.map { String(state: $0.label) } == ["Try again", "OK"])

    let again = store.send(.destination(.presented(.alert(.tryAgainButtonTapped))))
    #expect(store.isSubmitting && store.destination == nil)
    await again.finish()
    #expect(store.destination?.alert != nil)
    store.send(.destination(.dismiss))
    #expect(store.withState { $0 } == Summary.State(draft: .valid))
  }

  @Test func whileSigningUpNothingElseCanBeDone() async {
    let (stream, answer) = AsyncStream.makeStream(of: Void.self)
    let store = store(
      SignUpClient { draft in
        for await _ in stream { break }
        return Account(draft)
      }
    )
    let task = store.send(.submitButtonTapped)
    store.send(.editButtonTapped(.basics))
    #expect(store.destination == nil)
    #expect(store.send(.submitButtonTapped).isCancelled)
    answer.yield()
    await task.finish()
    #expect(store.withState { $0 } == Summary.State(draft: .valid))
  }
}
