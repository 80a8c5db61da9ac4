import Counterpoint

// Generic features and types: nothing to report. The types are constrained, so their metatypes are not `Sendable`.

@Reducer
struct Cell<Value: Codable & Equatable> {
  @ObservableState
  struct State: Equatable { var value: Value }
  enum Action { case set(Value) }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .set(let value): state.value = value
      }
      return .none
    }
  }
}

@Reducer
struct List<Value: Hashable> {
  @ObservableState
  struct State { var values: [Value] = [] }
  enum Action { case add(Value), clear, both(Value, Int), named(first: Value, second: Value) }
}

@Reducer
struct Wrapper<Base: Reducer> where Base.State: Equatable {
  let base: Base
  struct State { var base: Base.State }
  enum Action { case base(Base.Action) }
  var body: some ReducerOf<Self> { Scope(state: \.base, action: \.base) { base } }
}

@Reducer
struct Prompting<Value: Identifiable & Equatable> {
  @ObservableState
  struct State {
    @Presents var alert: AlertState<Int>?
    var values: [Value] = []
    var count = 0
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case alert(PresentationAction<Int>)
    case loaded(Result<Value, any Error>)
  }
  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { _, _ in .none }
      .ifLet(\.$alert, action: \.alert)
  }
}

@Reducer
enum Destination<Value: Codable & Equatable> {
  case cell(Cell<Value>)
  case values([Value])
}

@Reducer
struct Parent<Value: Codable & Equatable> {
  @ObservableState
  struct State { @Presents var destination: Destination<Value>.State? }
  enum Action { case destination(PresentationAction<Destination<Value>.Action>) }
  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
      .ifLet(\.$destination, action: \.destination)
  }
}

@Reducer
struct EnumState<Value: Equatable> {
  @ObservableState
  enum State { case value(Value), nothing }
  enum Action {
    case view(View)
    @CasePathable
    enum View { case set(Value) }
  }
}

@CasePathable
enum Loading<Value: Equatable> { case idle, loaded(Value), failed(code: Int, text: String) }

@CasePathable
enum Either<First: Codable, Second: Hashable> { case first(First), second(Second), neither(Never) }

struct Outer<Value: Equatable> {
  @CasePathable
  enum Inner { case value(Value), count(Int) }
}

extension Outer where Value: Hashable {
  @CasePathable
  enum Other { case value(Value), count(Int) }
}

@ObservableState
struct Model<Value: Codable>: Codable {
  var value: Value
  var count = 0
}

@ObservableState
enum Choice<Value: Equatable> { case value(Value), nothing }
