import Counterpoint

// Macros on declarations for which they are not meant.

@Reducer
final class ClassAsFeature {}  // error: '@Reducer' cannot be applied to class type 'ClassAsFeature'

@Reducer
actor ActorAsFeature {}  // error: '@Reducer' cannot be applied to actor type 'ActorAsFeature'

@Reducer
protocol ProtocolAsFeature {}  // error: '@Reducer' cannot be applied to protocol type 'ProtocolAsFeature'

@Reducer(state: .equatable)  // error: argument passed to macro expansion // error: cannot infer contextual base in re
struct FeatureWithArguments {}

@Reducer
enum OverloadedCases {
  case child(ClassicFeature)
  case child(other: ClassicFeature)
}

@Reducer
struct ClassicFeature {
  struct State { var count = 0 }
  enum Action { case tap }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {  // error: A reducer with '@Reducer' should h
    state.count += 1
    return .none
  }
}

@ObservableState
final class ClassAsState {  // error: '@ObservableState' cannot be applied to class type 'ClassAsState': state is a stru
  var count = 0
}

@ObservableState
actor ActorAsState {  // error: '@ObservableState' cannot be applied to actor type 'ActorAsState': state is a struct or
  var count = 0
}

protocol Shape {}
struct Circle: Shape {}

@ObservableState
struct Properties {
  @ObservationIgnored var cache = 0  // error: '@ObservationIgnored' cannot be used inside '@ObservableState'; use '@Obs
  @ObservationTracked var tracked = 0  // error: '@ObservationTracked' cannot // error: expansion of macro 'Observati
  @PresentationState var child: Circle?  // error: '@PresentationState' cannot be used inside '@ObservableState'; use '@
  var width, height: Int  // error: '@ObservableState' needs a separate declaration for each property
  var (first, second) = (1, 2)  // error: '@ObservableState' cannot observe properties that are declared as a tuple
  weak var owner: ClassAsState?  // error: '@ObservableState' cannot observe the weak property 'owner': its deallocation
  var shape: some Shape = Circle()  // error: '@ObservableState' cannot observe 'shape', whose type is opaque
  @ObservationStateTracked let constant = 1  // error: '@ObservationStateTracked' // error: expansion of macro 'Observ
  @ObservationStateTracked var computed: Int { 1 }  // error: '@ObservationStateTracked' needs a stored instance 'var'
}

@ObservableState
struct Presented {
  @Presents var always: Circle  // error: '@Presents' needs an optional typ // error: expansion of macro 'Presents()' d
  @Presents let constant: Circle?  // error: '@Presents' needs a 'var', beca // error: expansion of macro 'Presents()'
  @Presents var untyped = nil  // error: '@Presents' needs // error: expansion of macro // error: 'nil' requires a c
  @Presents var computed: Circle? { nil }  // error: '@Presents' needs a single stored instance 'var' without observers
  @Presents static var shared: Circle?  // error: '@Presents' needs a single st // error: expansion of macro 'Presents(
}

struct NotObservable {
  @Presents var child: Circle?  // error: '@Presents' needs '@ObservableSta // error: expansion of macro 'Presents()' d
}

@CasePathable
struct StructWithCases {  // error: '@CasePathable' cannot be applied to struct type 'StructWithCases'
  var count = 0
}

@CasePathable
final class ClassWithCases {}  // error: '@CasePathable' cannot be applied to class type 'ClassWithCases'

@CasePathable
enum CasesOfOneName {
  case moved(x: Int)
  case moved(y: Int)
}

@CasePathable
enum ReservedName {
  case allCasePaths  // error: '@CasePathable' cannot be applied to an enum with a case 'allCasePaths': it adds a member
  case other
}

@DependencyClient
final class ClassAsClient {  // error: '@DependencyClient' can only be ap // error: class 'ClassAsClient' has no initi
  var load: @Sendable () throws -> Int
}

@DependencyClient
enum EnumAsClient {}

@DependencyClient
struct UntypedClient {
  var host = name()  // error: '@DependencyClient' needs a type annotation for 'host', which initializers set
  var load: @Sendable () throws -> Int
}

func name() -> String { "" }

struct Endpoints {
  @DependencyEndpoint let constant: @Sendable () throws -> Int  // error: '@DependencyEndpo // error: expansion of macr
  @DependencyEndpoint var number: Int  // error: '@DependencyEndpoint' needs a // error: expansion of macro 'Dependenc
  @DependencyEndpoint static var shared: @Sendable () throws -> Int  // error: '@DependencyEn // error: expansion of m
}

extension DependencyValues {
  @DependencyEntry let constant = 1  // error: expansion of mac // error: extensions must // error: '@DependencyEntr
  @DependencyEntry static var shared = 1  // error: '@DependencyEntry' can only // error: expansion of macro 'Dependen
  @DependencyEntry var computed: Int { 1 }  // error: '@DependencyEntry' needs a declaration of one name, without access
}

struct NoValues {
  @DependencyEntry var number = 1  // error: '@DependencyEntry' can only be // error: expansion of macro 'DependencyE
}

@Reducer
struct WithViewActions {
  struct State {}
  enum Action: ViewAction {
    case view(View)
    case loaded(Int)
    enum View { case tap }
  }
}

@ViewAction(for: WithViewActions.self)
struct ScreenWithoutStore {  // error: '@ViewAction' needs a property 'store' in 'ScreenWithoutStore'
  func tap() {}
}

@ViewAction(for: WithViewActions.self)
actor ActorAsScreen {}  // error: '@ViewAction' cannot be applied to actor type 'ActorAsScreen': a screen is not an acto

@ViewAction(for: WithViewActions.self)
struct ScreenWithStore {
  let store: StoreOf<WithViewActions>

  func tap() {
    store.send(.view(.tap))  // error: A screen sends its view actions with 'send', not with 'store.send'
  }

  func other() {
    send(.load)  // error: type 'WithViewActions.Action.View' has no member 'load'
  }
}

@ViewAction(for: Int.self)  // error: macro 'ViewAction(for:)' requires that 'Int' conform to 'Reducer'
struct ScreenOfNoFeature {
  let store: StoreOf<WithViewActions>
}
