import Counterpoint

// Mistakes of code that uses stores.

@Reducer
struct Row {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  enum Action: BindableAction {
    case tap
    case binding(BindingAction<State>)
  }
}

@Reducer
enum Destination {
  case row(Row)
  case other(Row)
}

@Reducer
struct Screen {
  @ObservableState
  struct State {
    var count = 0
    var row = Row.State(id: 0)
    var rows: IdentifiedArrayOf<Row.State> = []
    @Presents var destination: Destination.State?
  }

  enum Action {
    case tap
    case loaded(String)
    case row(Row.Action)
    case rows(IdentifiedActionOf<Row>)
    case destination(PresentationAction<Destination.Action>)
  }
}

@MainActor
func use(_ store: StoreOf<Screen>, _ row: StoreOf<Row>, _ destination: StoreOf<Destination>) {
  store.count += 1  // error: left side of mutating operator isn't mutable: 'store' is a 'let' constant
  store.state.count = 1  // error: cannot assign to property: 'state' is a get-only property
  store.send(.tpa)  // error: type 'Screen.Action' has no member 'tpa'
  store.send(.loaded(1))  // error: cannot convert value of type 'Int' to expected argument type 'String'
  store.send(.row)  // error: member 'row' expects argument of type 'Row.Action'
  store.send(Row.Action.tap)  // error: cannot convert value of type 'Row.Action' to expected argument type 'Screen.Acti
  _ = store.cuont  // error: value of type 'StoreOf<Screen>'
  _ = store.row.nmae  // error: value of type 'Row.State' has no member 'nmae'
  _ = store.withState { $0.cuont }  // error: value of type 'Screen.State' has no member 'cuont'
  _ = store.withState(\.cuont)  // error: value of type 'Screen.State' has no member 'cuont'
  _ = store.scope(\.rwo, action: \.row)  // error: value of type 'Screen.State' has no member 'rwo'
  _ = store.scope(\.row, action: \.rwo)  // error: generic parameter 'ChildActi // error: value of type 'Screen.Action
  _ = store.scope(state: \.row)  // error: generic parameter 'ChildAction' // error: missing argument for parameter '
  let other: StoreOf<Screen> = row  // error: cannot assign value of type 'StoreOf<Row>'
  _ = other
  _ = store.case  // error: value of type 'StoreOf<Screen>'
  switch destination.case {  // error: switch must be exhaustive
  case .row: break
  }
  switch destination.case {
  case .row, .other: break
  case .third: break  // error: type 'Destination.CaseScope' has no member 'third'
  }
  _ = store.states.cuont  // error: value of type 'StateSequence<Screen.State>' has no dynamic member 'cuont' using key
  store.finish()  // error: value of type 'StoreOf<Screen>'
}

@MainActor
func makeStores() {
  _ = Store(initialState: Row.State(id: 0)) { Screen() }  // error: cannot convert value of type 'Screen.State' to expec
  _ = Store(initialState: Screen.State())  // error: missing argument for parame // error: generic parameter 'R' could
  _ = Store(initialState: Screen.State) { Screen() }  // error: cannot convert value of type 'Screen.State' to expected
  _ = Store(initialState: Screen.State()) { Screen.self }  // error: generic parameter ' // error: argument type 'Scre
  _ = Store(initialState: Screen.State()) {
    Screen()
  } withDependencies: {
    $0.unknown = 1  // error: value of type 'DependencyValues' has no member 'unknown'
  }
  let _: StoreOf<Int>? = nil  // error: type 'Int' does not conform to protocol '_ReducerDomain'
  let _: Store<Screen>? = nil  // error: generic type 'Store' specialized with too few type parameters (got 1, but expec
}

@MainActor
final class BindingScreen {
  @UIBindable var store: StoreOf<Row>

  init(_ store: StoreOf<Row>) {
    self.store = store
  }

  func bind() {
    let _: UIBinding<String> = $store.name
    let _: UIBinding<String> = $store.nmae  // error: value of type 'UIBindable<S // error: cannot assign value of type
    let _: UIBinding<Int> = $store.name  // error: cannot assign value of type 'UIBinding<String>' to type 'UIBinding<In
  }
}

func fromAnywhere(_ reference: StoreRef<Screen.State, Screen.Action>) async {
  reference.send(.tap)  // error: expression is 'async' but is not marked with 'await'
  _ = await reference.count  // error: value of type 'StoreRef<Screen.Sta // error: no 'async' operations occur within
}
