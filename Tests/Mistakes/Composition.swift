import Counterpoint

// Each feature here has one mistake in how it is composed of others.

@Reducer
struct Row {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  enum Action {
    case tap
  }
}

@Reducer
struct Detail {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case close
  }
}

@Reducer
struct Limited {
  @ObservableState
  struct State: Equatable {}
  let limit: Int
}

@Reducer
enum Screen {
  case row(Row)
  case detail(Detail)
}

struct Plain: Equatable {}

enum Domain {
  @ObservableState
  struct State {
    var detail = Detail.State()
    var optional: Detail.State?
    var number = 0
    var plain = Plain()
    var closure: () -> Void = {}
    var rows: IdentifiedArrayOf<Row.State> = []
    var array: [Row.State] = []
    var limited = Limited.State()
    @Presents var sheet: Detail.State?
    @Presents var screen: Screen.State?
    var path = StackState<Screen.State>()
    var stack = StackState<Row.State>()
  }

  @CasePathable
  enum Action {
    case detail(Detail.Action)
    case row(Row.Action)
    case limited(Limited.Action)
    case rows(IdentifiedActionOf<Row>)
    case sheet(PresentationAction<Detail.Action>)
    case plainSheet(Detail.Action)
    case screen(PresentationAction<Screen.Action>)
    case path(StackActionOf<Screen>)
    case stack(StackActionOf<Row>)
  }
}

@Reducer
struct UnknownStateOfAScope {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detial, action: \.detail) { Detail() }  // error: cannot convert value of // error: value of type 'UnknownS
  }
}

@Reducer
struct UnknownActionOfAScope {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detail, action: \.detial) { Detail() }  // error: value of type 'any KeyPath<Case<UnknownActionOfAScope.Acti
  }
}

@Reducer
struct AnotherFeatureInAScope {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detail, action: \.detail) { Row() }  // error: cannot convert value of type 'Row.State' to expected argument
  }
}

@Reducer
struct AnotherActionOfAScope {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detail, action: \.row) { Detail() }  // error: cannot convert value of type 'Detail.Action' to expected argu
  }
}

@Reducer
struct StateInPlaceOfAFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detail, action: \.detail) { Detail.State() }  // error: static method 'buildExpression' requires that 'Detai
  }
}

@Reducer
struct ScopeWithoutAFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.detail, action: \.detail)  // error: generic parameter 'Child' cou // error: missing argument for paramete
  }
}

@Reducer
struct FeatureWithoutItsArgument {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Scope(\.limited, action: \.limited) { Limited() }  // error: missing argument for parameter 'limit' in call
  }
}

@Reducer
struct StateIsNeverAbsent {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.detail, action: \.detail) { Detail() }  // error: 'buildExpression' is unavailable: This state is never a
  }
}

@Reducer
struct RowsInAnArray {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.array, action: \.rows) { Row() }  // error: 'buildExpression' is unavailable: Rows need ids: declare th
  }
}

@Reducer
struct RowsInIfLet {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.rows, action: \.rows) { Row() }  // error: 'buildExpression' is unavailable: Run the reducers of rows wit
  }
}

@Reducer
struct OptionalInForEach {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.optional, action: \.detail) { Detail() }  // error: 'buildExpression' is unavailable: Run the reducer o
  }
}

@Reducer
struct RowsWithoutIDsInActions {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.row) { Row() }  // error: 'buildExpression' is unavailable: The action must contain the
  }
}

@Reducer
struct RowsWithoutAFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows)  // error: cannot convert value of type // error: generic parameter 'Element' c
  }
}

@Reducer
struct AnotherFeatureOfRows {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Detail() }  // error: cannot convert value of type 'Detail.State' to expected a
  }
}

@Reducer
struct StackWithActionsOfRows {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.stack, action: \.rows) { Row() }  // error: no exact matches in call to static method 'buildExpression'
  }
}

@Reducer
struct StackOfAnotherFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.stack, action: \.path) { Row() }  // error: static method 'buildExp // error: cannot convert value of
  }
}

@Reducer
struct PresentedWithoutDismissal {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.plainSheet) { Detail() }  // error: 'buildExpression' is unavailable: What is presented
  }
}

@Reducer
struct OptionalWithDismissal {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.optional, action: \.sheet) { Detail() }  // error: 'buildExpression' is unavailable: Only what is present
  }
}

@Reducer
struct PresentedWithoutAFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$sheet, action: \.sheet)  // error: conform to '_OwnReducerState' // error: cannot convert value of type
  }
}

@Reducer
struct CaseOfAStruct {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.detail, action: \.detail) { Detail() }  // error: subscript 'subscript(dynamicMember:)' requires that
  }
}

@Reducer
struct UnknownCaseOfState {
  @ObservableState
  enum State {
    case detail(Detail.State)
    case nothing
  }
  enum Action { case detail(Detail.Action) }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.detial, action: \.detail) { Detail() }  // error: value of type 'any KeyPath<Case<UnknownCaseOfState.
  }
}

@Reducer
struct AnotherFeatureOfACase {
  @ObservableState
  enum State {
    case detail(Detail.State)
    case nothing
  }
  enum Action { case detail(Detail.Action) }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifCaseLet(\.detail, action: \.detail) { Row() }  // error: cannot convert value of type 'Row.State' to expected a
  }
}

@Reducer
struct ChangeOfAClosure {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.closure) { _, _ in .none }  // error: type '() -> Void' cannot conform to 'Equatable'
  }
}

@Reducer
struct ChangeOfAnUnknownField {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.nubmer) { _, _ in .none }  // error: value of type 'ChangeOfAnUnknownField.State'
  }
}

@Reducer
struct ChangeWithOneParameter {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .onChange(of: \.number) { state in .none }  // error: contextual closure type '(Int, inout ChangeWithOneParameter.
  }
}

@Reducer
struct BindingsOfOtherActions {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    BindingReducer()  // error: initializer 'init()' requires that 'BindingsOfOtherActions.Action'
  }
}

@Reducer
struct BindingActionOfOtherState {
  @ObservableState
  struct State { var text = "" }
  enum Action: BindableAction { case binding(BindingAction<Detail.State>) }
  var body: some ReducerOf<Self> {
    BindingReducer()  // error: generic struct 'BindingReducer' requires the types 'BindingActionOfOtherState.State' and
  }
}

@Reducer
struct WithoutABindingAction {
  @ObservableState
  struct State { var text = "" }
  enum Action: BindableAction { case tap }  // error: type 'WithoutABindingAction.Action' does not conform to protocol '
}

@Reducer
struct EffectInPlaceOfAReducer {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Effect<Action>.none  // error: static method 'buildExpression' requires that 'Effect<EffectInPlaceOfAReducer.Action>
  }
}

@Reducer
struct ReducerOfAnotherFeature {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    Detail()  // error: cannot convert value of type 'Detail.State' to expected argument type 'Domain.State'
  }
}

@Reducer
struct BodyWithoutSome {  // error: does not conform to // error: does not conform to
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: ReducerOf<Self> {  // error: The type of 'body' must be 'some // error: use of 'ReducerOf<R>'
    EmptyReducer()
  }
}

@Reducer
struct BodyOfAnotherFeature {  // error: does not conform to // error: does not conform to
  struct State {}
  enum Action { case tap }
  var body: some ReducerOf<Detail> {  // error: 'body' has the state and the actions of 'Detail': write 'some ReducerOf<
    Detail()
  }
}

@Reducer
struct UnknownOperator {
  typealias State = Domain.State
  typealias Action = Domain.Action
  var body: some ReducerOf<Self> {
    EmptyReducer()  // error: generic parameter 'State' could not be // error: generic parameter 'Action' could not be
      .ifSome(\.optional, action: \.detail) { Detail() }  // error: 'ifSome' // error: infer // error: infer
  }
}

@Reducer
struct StateOfAnUnknownType {  // error: does not conform to // error: does not conform to // error: does not conform to
  typealias State = Missing.State  // error: cannot find type 'Missing' in scope
  enum Action { case tap }
  var body: some ReducerOf<Self> { EmptyReducer() }  // error: type 'StateOfAnUnknownType' does not conform to protocol
}

@Reducer
struct StateInsideItself {
  struct State { var child: StateInsideItself.State? }  // error: value type 'StateInsideItself.State' cannot have a sto
  enum Action { case tap }
}

@Reducer
struct ActionInsideItself {
  struct State {}
  enum Action { case child(ActionInsideItself.Action) }  // error: recursive enum 'ActionInsideItself.Action' is not mar
}
