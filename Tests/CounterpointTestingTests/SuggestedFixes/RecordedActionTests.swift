import Counterpoint
@testable import CounterpointTesting
import Foundation
import Testing

/// Actions of bindings, stacks, lists and presentations are recorded in their usual form.
@Suite struct RecordedActionTests {
  @Reducer struct Form {
    @ObservableState struct State: Equatable, Identifiable {
      let id: Int
      var draft = Draft()
      var topics: Set<String> = []
      var focus: Field?
    }
    @ObservableState struct Draft: Equatable {
      var email = ""
    }
    enum Field: Equatable { case email }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case done
    }
    var body: some ReducerOf<Self> { BindingReducer() }
  }

  @Reducer struct Root {
    @ObservableState struct State: Equatable {
      var rows: IdentifiedArrayOf<Form.State> = [Form.State(id: 4)]
      var path = StackState<Form.State>()
      @Presents var form: Form.State?
      @Presents var alert: AlertState<Alert>?
    }
    enum Action: Equatable {
      case rows(IdentifiedActionOf<Form>)
      case path(StackActionOf<Form>)
      case form(PresentationAction<Form.Action>)
      case alert(PresentationAction<Alert>)
      case showAlert
      case showForm
    }
    @CasePathable enum Alert: Equatable { case confirmed(Int) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .showAlert:
          state.alert = AlertState {
            TextState("Delete ") + TextState("all").bold().foregroundColor(.red)
          } actions: {
            ButtonState(role: .destructive, action: .confirmed(1)) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("\"Keep\"") }
          } message: {
            TextState("This can't be undone.")
          }
        case .showForm:
          state.form = Form.State(id: 1)
        default:
          break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Form() }
      .forEach(\.path, action: \.path) { Form() }
      .ifLet(\.$form, action: \.form) { Form() }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @ObservableState struct Pair<Left: Equatable> {
    var left: Left
    var count = 0
  }

  private func text(_ action: some Any) -> String? { Literal(visible: nil).text(of: action) }

  @Test func bindings() {
    #expect(text(Form.Action.set(\.draft.email, "a")) == #".set(\.draft.email, "a")"#)
    #expect(text(Form.Action.set(\.topics, ["b", "a", "c"])) == #".set(\.topics, ["a", "b", "c"])"#)
    #expect(text(Form.Action.set(\.focus, .email)) == #".set(\.focus, .email)"#)
    #expect(text(Form.Action.set(\.focus, nil)) == #".set(\.focus, nil)"#)
    #expect(text(BindingAction<Pair<Form.State>>.set(\.count, 1)) == #".set(\.count, 1)"#)
    #expect(text(BindingAction<Pair<Form.State>>.set(\.left.draft.email, "a")) == #".set(\.left.draft.email, "a")"#)
    #expect(text(BindingAction<Form.State>.set(\.draft.email, "a")) == #".set(\.draft.email, "a")"#)
  }

  @Test func elements() {
    withDependencies {
      $0 = .test
    } operation: {
      #expect(
        text(Root.Action.path(.element(id: 0, action: .set(\.draft.email, "a"))))
          == #".path(.element(id: 0, action: .set(\.draft.email, "a")))"#
      )
      #expect(text(Root.Action.path(.popFrom(id: 2))) == ".path(.popFrom(id: 2))")
      #expect(text(Root.Action.rows(.element(id: 4, action: .done))) == ".rows(.element(id: 4, action: .done))")
    }
  }

  @Test func presentations() {
    #expect(
      text(Root.Action.form(.presented(.set(\.draft.email, "a")))) == #".form(.presented(.set(\.draft.email, "a")))"#
    )
    #expect(text(Root.Action.form(.dismiss)) == ".form(.dismiss)")
    #expect(text(Root.Action.alert(.presented(.confirmed(1)))) == ".alert(.presented(.confirmed(1)))")
  }

  @Test func aReceivedBinding() {
    let action = Form.Action.set(\.draft.email, "a")
    let line = ReceiveLine.text(action, from: 0, to: 0, literal: Literal(visible: nil), indentation: "")
    #expect(line == #"await store.receive(\.binding, .set(\.draft.email, "a"))"#)
  }

  // MARK: The recording equals this test

  @Test func theRecordingIsThisFilesTest() async throws {
    let text = await TestStore.record(
      [
        .rows(.element(id: 4, action: .set(\.draft.email, "a"))),
        .path(.push(id: 0, state: Form.State(id: 2))),
        .path(.element(id: 0, action: .set(\.focus, .email))),
        .path(.popFrom(id: 0)),
        .showForm,
        .form(.presented(.set(\.topics, ["b", "a"]))),
        .form(.dismiss),
        .showAlert,
        .alert(.presented(.confirmed(1))),
      ],
      named: "recorded",
      initialState: Root.State()
    ) {
      Root()
    }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let test = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("@Test") }
      .map { $0.isEmpty ? "" : "  \($0)" }
      .joined(separator: "\n")
    #expect(source.contains(test), "\(text)")
  }

  // swift-format-ignore
  @Test func recorded() async {
    let store = TestStore(initialState: Root.State()) {
      Root()
    }

    await store.send(.rows(.element(id: 4, action: .set(\.draft.email, "a")))) {
      $0.rows[id: 4]?.draft.email = "a"
    }
    await store.send(.path(.push(id: 0, state: RecordedActionTests.Form.State(id: 2, draft: RecordedActionTests.Form.Draft(email: ""), topics: [], focus: nil)))) {
      $0.path[id: 0] = RecordedActionTests.Form.State(id: 2, draft: RecordedActionTests.Form.Draft(email: ""), topics: [], focus: nil)
    }
    await store.send(.path(.element(id: 0, action: .set(\.focus, .email)))) {
      $0.path[id: 0]?.focus = .email
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path[id: 0] = nil
    }
    await store.send(.showForm) {
      $0.form = RecordedActionTests.Form.State(id: 1, draft: RecordedActionTests.Form.Draft(email: ""), topics: [], focus: nil)
    }
    await store.send(.form(.presented(.set(\.topics, ["a", "b"])))) {
      $0.form?.topics.insert("a")
      $0.form?.topics.insert("b")
    }
    await store.send(.form(.dismiss)) {
      $0.form = nil
    }
    await store.send(.showAlert) {
      $0.alert = AlertState {
        TextState("Delete ") + TextState("all").bold().foregroundColor(.red)
      } actions: {
        ButtonState(role: .destructive, action: .confirmed(1)) { TextState("Delete") }
        ButtonState(role: .cancel) { TextState("\"Keep\"") }
      } message: {
        TextState("This can't be undone.")
      }
    }
    await store.send(.alert(.presented(.confirmed(1)))) {
      $0.alert = nil
    }
  }
}
