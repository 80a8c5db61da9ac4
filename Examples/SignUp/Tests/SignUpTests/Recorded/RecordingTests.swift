import Counterpoint
import CounterpointTesting
import ExampleTestSupport
import SignUp
import Testing

/// Records the test in the file beside this one, which is compiled and has to pass.
@Suite struct RecordingTests {
  @Test func aSignUpThatFails() async throws {
    let source = await TestStore.record(
      [
        .startButtonTapped,
        .path(.element(id: 0, action: .basics(.nextButtonTapped))),
        .path(.element(id: 0, action: .basics(.set(\.draft.email, "blob@example.org")))),
        .path(.element(id: 0, action: .basics(.set(\.draft.password, "correct horse")))),
        .path(.element(id: 0, action: .basics(.set(\.focus, nil)))),
        .path(.element(id: 0, action: .basics(.nextButtonTapped))),
        .cancelButtonTapped,
        .dialog(.dismiss),
        .path(.element(id: 1, action: .personalInfo(.set(\.draft.name, "Blob")))),
        .path(.element(id: 1, action: .personalInfo(.set(\.draft.phone, "555 010 0199")))),
        .path(.element(id: 1, action: .personalInfo(.nextButtonTapped))),
        .path(.element(id: 2, action: .topics(.set(\.draft.topics, [.music, .books])))),
        .path(.element(id: 2, action: .topics(.nextButtonTapped))),
        .path(.element(id: 3, action: .summary(.editButtonTapped(.personalInfo)))),
        .path(
          .element(
            id: 3,
            action: .summary(.destination(.presented(.personalInfo(.binding(.set(\.draft.name, "Blob Jr."))))))
          )
        ),
        .path(.element(id: 3, action: .summary(.destination(.presented(.personalInfo(.nextButtonTapped)))))),
        .path(.element(id: 3, action: .summary(.submitButtonTapped))),
        .path(.element(id: 3, action: .summary(.destination(.dismiss)))),
        .path(.popFrom(id: 1)),
        .cancelButtonTapped,
        .dialog(.presented(.discardButtonTapped)),
      ],
      named: "aRecordedSignUp",
      initialState: SignUpFeature.State()
    ) {
      SignUpFeature()
    } withDependencies: {
      $0.signUp = SignUpClient { draft in throw SignUpError.emailTaken(draft.email) }
    }
    try expectRecordedTest(source, in: "RecordedSignUpTests.swift")
  }

  /// The reproduction of the fault that bindings were recorded as 'await store.send(\.binding)'.
  @Test func aBinding() async throws {
    let source = await TestStore.record(
      [.set(\.draft.email, "a")],
      named: "aRecordedBinding",
      initialState: Basics.State(draft: SignUpDraft())
    ) {
      Basics()
    }
    try expectRecordedTest(source, in: "RecordedBindingTests.swift")
  }
}
