import Counterpoint
import CounterpointTesting
import SignUp
import Testing

@MainActor
@Suite struct SummaryTests {
  private func makeStore(_ signUp: SignUpClient = .inMemory()) -> TestStoreOf<Summary> {
    TestStore(initialState: Summary.State(draft: .valid)) {
      Summary()
    } withDependencies: {
      $0.signUp = signUp
    }
  }

  @Test func aPartIsChanged() async {
    let store = makeStore()
    await store.send(.editButtonTapped(.personalInfo)) {
      $0.destination = .personalInfo(PersonalInfo.State(draft: .valid))
    }
    await store.send(.destination(.presented(.personalInfo(.set(\.draft.name, "Blob Jr."))))) {
      $0.destination?.modify(\.personalInfo) { $0.draft.name = "Blob Jr." }
    }
    await store.send(\.destination.personalInfo.nextButtonTapped)
    await store.receive(\.destination.personalInfo.delegate.finished) {
      $0.draft.name = "Blob Jr."
      $0.destination = nil
    }
  }

  @Test func allPartsCanBeChanged() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.editButtonTapped(.basics))
    await store.send(.destination(.presented(.basics(.set(\.draft.email, "jr@example.org")))))
    await store.send(\.destination.basics.nextButtonTapped)
    await store.send(.editButtonTapped(.topics))
    await store.send(.destination(.presented(.topics(.set(\.draft.topics, [.films])))))
    await store.send(\.destination.topics.nextButtonTapped)
    store.assert {
      $0.destination = nil
      $0.draft.email = "jr@example.org"
      $0.draft.topics = [.films]
    }
  }

  @Test func goingBackChangesNothing() async {
    let store = makeStore()
    await store.send(.editButtonTapped(.topics)) {
      $0.destination = .topics(Topics.State(draft: .valid))
    }
    await store.send(.destination(.presented(.topics(.set(\.draft.topics, []))))) {
      $0.destination?.modify(\.topics) { $0.draft.topics = [] }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func whatIsWrongDoesNotGetIntoTheSummary() async {
    let store = makeStore()
    await store.send(.editButtonTapped(.basics)) {
      $0.destination = .basics(Basics.State(draft: .valid))
    }
    await store.send(.destination(.presented(.basics(.set(\.draft.email, "blob"))))) {
      $0.destination?.modify(\.basics) { $0.draft.email = "blob" }
    }
    // No delegate action is sent.
    await store.send(\.destination.basics.nextButtonTapped) {
      $0.destination?.modify(\.basics) { $0.showsProblems = true }
    }
  }

  @Test func aFailureIsToldAndTriedAgain() async {
    let store = makeStore(SignUpClient.inMemory([Account(.valid)]))
    let failure = Summary.Destination.State.alert(
      AlertState {
        TextState("You are not signed up")
      } actions: {
        ButtonState(action: .tryAgainButtonTapped) { TextState("Try again") }
        ButtonState(role: .cancel) { TextState("OK") }
      } message: {
        TextState("There is an account for blob@example.org already.")
      }
    )

    await store.send(.submitButtonTapped) { $0.isSubmitting = true }
    await store.receive(\.submissionFailed) {
      $0.isSubmitting = false
      $0.destination = failure
    }
    await store.send(\.destination.alert.tryAgainButtonTapped) {
      $0.isSubmitting = true
      $0.destination = nil
    }
    await store.receive(\.submissionFailed) {
      $0.isSubmitting = false
      $0.destination = failure
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func whileSigningUpNothingElseCanBeDone() async {
    let (stream, answer) = AsyncStream.makeStream(of: Void.self)
    let store = makeStore(
      SignUpClient { draft in
        for await _ in stream { break }
        return Account(draft)
      }
    )
    await store.send(.submitButtonTapped) { $0.isSubmitting = true }
    await store.send(.editButtonTapped(.basics))
    await store.send(.submitButtonTapped)
    answer.yield()
    await store.receive(\.submitted, Account(.valid)) { $0.isSubmitting = false }
    await store.receive(\.delegate.signedUp, Account(.valid))
  }
}
