import Counterpoint

// Each feature here has one mistake in a `Reduce`. The compiler reports it on its own line.

@Reducer
struct Child {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  enum Action {
    case tap
    case renamed(String)
  }
}

struct Client: Sendable {
  var load: @Sendable (Int) async throws -> String
}

extension DependencyValues {
  @DependencyEntry var loader: Client = Client { "\($0)" }
}

enum Domain {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name: String?
    var rows: IdentifiedArrayOf<Child.State> = []
    var child = Child.State(id: 0)
    @Presents var sheet: Child.State?
    @Presents var alert: AlertState<Action.Alert>?
  }

  @CasePathable
  enum Action {
    case tap
    case loaded(String)
    case moved(from: Int, to: Int)
    case child(Child.Action)
    case rows(IdentifiedActionOf<Child>)
    case sheet(PresentationAction<Child.Action>)
    case alert(PresentationAction<Alert>)

    enum Alert: Equatable { case confirm }
  }
}

func work(_ number: Int) async throws -> String { "\(number)" }

@Reducer
struct MistypedCase {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tpa:  // error: type 'MistypedCase.Action' (aka 'Domain.Action') has no member 'tpa'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedCaseOfAChild {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(.tpa):  // error: type 'Child.Action' has no member 'tpa'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedCaseInAnIf {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .laoded(let text) = action { state.name = text }  // error: has no member 'laoded'
      return .none
    }
  }
}

@Reducer
struct MissingCase {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {  // error: switch must be exhaustive
      case .tap:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct PayloadThatIsNotThere {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap(let text):  // error: pattern with associated values does not match enum case 'tap'
        state.name = text
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct PayloadOfAnotherType {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loaded(let text):
        state.count = text  // error: cannot assign value of type 'String' to type 'Int'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MissingPresented {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .sheet(.tap):  // error: type 'PresentationAction<Child.Action>' has no member 'tap'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct IDOfAnotherType {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rows(.element(id: "1", action: .tap)):  // error: type 'String' cannot match values of type 'Int'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedField {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.cuont += 1  // error: has no member 'cuont'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedFieldOfARow {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.rows[id: 1]?.nmae = ""  // error: value of type 'Child.State' has no member 'nmae'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedMethod {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.child.name.apend("a")  // error: value of type 'String' has no member 'apend'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct ValueOfAnotherType {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.count = "one"  // error: cannot assign value of type 'String' to type 'Int'
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct OptionalNotUnwrapped {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        let name: String = state.name  // error: value of optional type 'String?' must be unwrapped
        state.child.name = name
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct VariableThatIsNotThere {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.name = txt  // error: cannot find 'txt' in scope
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct AssignmentInACondition {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if state.count = 1 {  // error: use of '=' in a boolean context
        return .none
      }
      return .none
    }
  }
}

@Reducer
struct ComparedActions {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      action == .tap ? .none : .send(.tap)  // error: conform to 'Equatable'
    }
  }
}

@Reducer
struct MissingArgument {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.sheet = Child.State()  // error: missing argument for parameter 'id' in call
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct ArgumentOfALocalFunction {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      func note(_ text: String) { state.name = text }
      note(1)  // error: cannot convert value of type 'Int' to expected argument type 'String'
      return .none
    }
  }
}

@Reducer
struct ExtraParameter {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action, extra in  // error: expects 2 arguments, but 3 were used in closure body
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct MissingParameter {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state in  // error: expects 2 arguments, but 1 was used in closure body
      state.count += 1
      return .none
    }
  }
}

@Reducer
struct MistypedEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .nnone  // error: has no member 'nnone'
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedEffectAmongOthers {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .merge(
          .run { _ in },
          .sned  // error: has no member 'sned'
        )
      default:
        return .none
      }
    }
  }
}

@Reducer
struct NoEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return nil  // error: 'nil' is not compatible with closure result type
      default:
        return .none
      }
    }
  }
}

@Reducer
struct NothingReturned {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .loaded(let text) = action else { return }  // error: cannot convert value of type '()'
      state.name = text
      return .none
    }
  }
}

@Reducer
struct MistypedActionSent {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .send(.laoded(""))  // error: has no member 'laoded'
      default:
        return .none
      }
    }
  }
}

@Reducer
struct PayloadSentOfAnotherType {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .send(.loaded(1))  // error: cannot convert value of type 'Int' to expected argument type 'String'
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedOperator {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { _ in }
          .cancelable(id: 1)  // error: has no member 'cancelable'
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MissingLabel {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .cancel(1)  // error: missing argument label 'id:' in call
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedActionInAnEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { send in
          await send(.laoded(""))  // error: has no member 'laoded'
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct EffectWithoutAwait {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { send in
          send(.loaded(""))  // error: expression is 'async' but is not marked with 'await'
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct EffectWithoutSend {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run {  // error: contextual type for closure argument list expects 1 argument
          await send(.loaded(""))  // error: cannot find 'send' in scope // error: cannot infer contextual base
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct StateInAnEffect {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { send in
          await send(.moved(from: state.count, to: 0))  // error: mutable capture of 'inout' parameter 'state'
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedEndpoint {
  typealias State = Domain.State
  typealias Action = Domain.Action

  @Dependency(\.loader) var loader

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { send in
          let text = try await loader.laod(1)  // error: value of type 'Client' has no member 'laod'
          await send(.loaded(text))
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct ArgumentOfAnEndpoint {
  typealias State = Domain.State
  typealias Action = Domain.Action

  @Dependency(\.loader) var loader

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        return .run { send in
          let text = try await loader.load("1")  // error: cannot convert value of type 'String'
          await send(.loaded(text))
        }
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedButton {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.alert = AlertState {
          TextState("Sure?")
        } actions: {
          ButtonState(action: .cofirm) { TextState("Yes") }  // error: member 'cofirm'
        }
        return .none
      default:
        return .none
      }
    }
  }
}

@Reducer
struct MistypedCaseUnderOperators {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) { Child() }
    Reduce { state, action in
      switch action {
      case .tpa:  // error: has no member 'tpa'
        return .none
      default:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) { Child() }
    .ifLet(\.$sheet, action: \.sheet) { Child() }
    .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
struct MistypedFieldInCombineReducers {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in
        state.cuont = 1  // error: has no member 'cuont'
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { Child() }
  }
}

@Reducer
struct MistypedActionInOnChange {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in .none }
      .onChange(of: \.count) { _, state in
        .send(.tpa)  // error: has no member 'tpa'
      }
  }
}

@Reducer
struct MistypedFieldInOnChange {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in .none }
      .onChange(of: \.count) { oldCount, state in
        if oldCount > 1 { return .none }
        state.cuont = 1  // error: has no member 'cuont'
        return .send(.tap)
      }
  }
}

@Reducer
struct MethodThatIsNotThere {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce(note)  // error: cannot find 'note' in scope
  }
}

@Reducer
struct MethodWithAnotherAction {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce(core)  // error: cannot convert value of type 'Child.Action' to expected argument type 'Domain.Action'
  }

  func core(state: inout Domain.State, action: Child.Action) -> Effect<Child.Action> { .none }
}

@Reducer
struct AsyncWork {
  typealias State = Domain.State
  typealias Action = Domain.Action

  var body: some ReducerOf<Self> {
    Reduce { state, action in  // error: invalid conversion from throwing function // error: cannot pass function
      state.name = try await work(1)
      return .none
    }
  }
}
