import Counterpoint
import CounterpointTesting
import SignUp
import Testing

/// The flow in all orders of taps and answers, as far as a screen offers them.
@Suite struct ExplorationTests {
  @Test func theFlowHasFourScreensAndEndsWhole() async {
    let report = await explore(
      SignUpFeature.State(draft: .valid),
      depth: 8,
      budget: ExplorationBudget(time: .seconds(1_200)),
      invariants: [
        .always("a flow has at most four screens") { $0.path.count <= 4 },
        .always("only a flow can be canceled") { !$0.path.isEmpty || $0.dialog == nil },
      ]
    ) { state in
      Self.actions(in: state)
    } reducer: {
      SignUpFeature()
    } withDependencies: {
      $0.signUp.signUp = { draft in
        try await Draw.answer([.success(Account(draft)), .failure(SignUpError.emailTaken(draft.email))])
      }
    }
    #expect(report.summary == "21 states, all to depth 8")
  }

  /// The actions that the visible part of the flow offers.
  private static func actions(in state: SignUpFeature.State) -> [SignUpFeature.Action] {
    guard state.dialog == nil else { return [.dialog(.dismiss), .dialog(.presented(.discardButtonTapped))] }
    guard let id = state.path.ids.last, let screen = state.path.last else { return [.startButtonTapped] }
    let back: [SignUpFeature.Action] = [.cancelButtonTapped, .path(.popFrom(id: id))]
    switch screen {
    case .basics: return back + [.path(.element(id: id, action: .basics(.nextButtonTapped)))]
    case .personalInfo: return back + [.path(.element(id: id, action: .personalInfo(.nextButtonTapped)))]
    case .topics: return back + [.path(.element(id: id, action: .topics(.nextButtonTapped)))]
    case .summary: return back + [.path(.element(id: id, action: .summary(.submitButtonTapped)))]
    }
  }
}
