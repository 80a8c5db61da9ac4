import Counterpoint

// What other libraries or other places spell in another way. The compiler says what to write instead.

@Reducer
struct Child {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case tap
  }
}

@Reducer
enum Destination {
  case child(Child)
}

@Reducer
struct PresentedWithoutADollarSign {
  @ObservableState
  struct State {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var destination: Destination.State?
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case destination(PresentationAction<Destination.Action>)

    enum Alert { case confirm }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.alert, action: \.alert)  // error: cannot convert value of type 'KeyPath<Case<
      .ifLet(\.destination, action: \.destination)  // error: 'Optional' requires // error: cannot convert value of type
  }
}

@Reducer
struct ScopeOnACase {
  @ObservableState
  enum State {
    case child(Child.State)
    case nothing
  }

  enum Action {
    case child(Child.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { Child() }  // error: Run its reducer with 'ifCaseLet'.
  }
}

@Reducer
struct CasePathsWithASlash {
  @ObservableState
  struct State {
    var child = Child.State()
  }

  enum Action {
    case child(Child.Action)
    case tap
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: /Action.child) { Child() }  // error: '\.child' instead of '/Action.child'
  }

  func isTap(_ action: Action) -> Bool {
    action.is(/Action.tap)  // error: '\.tap' instead of '/Action.tap'
  }
}

@Reducer
struct Schedulers {
  @Dependency(\.mainQueue) var mainQueue  // error: Use '\.continuousClock'
  @Dependency(\.mainRunLoop) var mainRunLoop  // error: Use '\.continuousClock'
}

@Reducer
struct ReducerInOnChange {
  @ObservableState
  struct State {
    var query = ""
    var count = 0
  }

  enum Action {
    case tap
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in .none }
      .onChange(of: \.query) { _, _ in
        // What to write, and two errors about the types.
        Reduce { state, action in  // error: write '{ oldValue, state in … }' // error: cannot convert // error: 'State'
          state.count += 1
          return .none
        }
      }
  }
}

enum NotEquatable {
  @CasePathable
  enum Action {
    case tap
    case failed(any Error)
  }

  static func isTap(_ action: Action, _ other: Action) -> Bool {
    switch action {
    case other: true  // error: conform the enum to it, or match a case
    default: false
    }
  }
}
