import Counterpoint

// The payload of a case in an enum of features is no feature, or a feature that the enum can't create. Without an
// error for them the compiler crashes.

@Reducer
struct Leaf {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case tap
  }
}

@Reducer
struct WithArgument {
  let limit: Int
}

@Reducer
struct WithInitializers {
  init(limit: Int) {}
  init(name: String) {}
}

@Reducer
struct WithPrivateInitializer {
  static let shared = WithPrivateInitializer()
  private init() {}
}

@Reducer
struct WithFailableInitializer {
  init?() { nil }
}

@Reducer
struct WithThrowingInitializer {
  init() throws {}
}

@Reducer
struct Generic<Element: Sendable> {
  var elements: [Element]
}

@Reducer
enum Inner {
  case leaf(Leaf)
}

final class Model {}
struct Box<Value> {}
typealias Alias = Leaf.State
protocol Choice {}

struct Prompt: Equatable {}

@Reducer
enum NoFeatures {
  case state(Leaf.State)  // error: 'state' is unavailable: 'Leaf.State' is no feature; write '@ReducerCaseIgnored'
  case action(Leaf.Action)  // error: 'Leaf.Action' is no feature
  case number(Int)  // error: 'number' is unavailable: 'Int' is no feature
  case object(Model)  // error: 'Model' is no feature
  case generic(Box<Int>)  // error: 'Box<Int>' is no feature
  case result(Result<Int, any Error>)  // error: 'Result<Int, any Error>' is no feature
  case alias(Alias)  // error: 'Alias' is no feature
  case store(StoreOf<Leaf>)  // error: 'StoreOf<Leaf>' is no feature
  case anything(Any)  // error: 'Any' is no feature
  case nothing(Void)  // error: 'Void' is no feature
  case never(Never)  // error: 'Never' is no feature
  case labeled(state: Leaf.State)  // error: 'Leaf.State' is no feature
  case `default`(Leaf.State)  // error: 'default' is unavailable: 'Leaf.State' is no feature
  case initialized(Leaf.State = Leaf.State())  // error: 'Leaf.State' is no feature
  case one(Int), leaf(Leaf), two(Int)  // error: 'one' is unavailable // error: 'two' is unavailable
  @available(macOS 99, *) case later(Leaf.State)  // error: 'Leaf.State' is no feature
  #if os(Linux)
  case onLinux(Leaf.State)  // error: 'Leaf.State' is no feature
  #else
  case elsewhere(Leaf.State)
  #endif
}

@Reducer
enum NotCreated {
  case argument(WithArgument)  // error: 'init()'; write 'case argument(WithArgument = W
  case several(WithInitializers)  // error: has no accessible 'init()'
  case labeled(feature: WithArgument)  // error: write 'case labeled(feature: WithArgument = WithArgument(…))'
  case notAccessible(WithPrivateInitializer)  // error: has no accessible 'init()'
  case failable(WithFailableInitializer)  // error: has no accessible 'init()'
  case throwing(WithThrowingInitializer)  // error: call can throw
  case generic(Generic<Int>)  // error: 'Generic<Int>' has no accessible 'init()'
  case inner(Inner)  // error: 'Inner' is an enum with '@Reducer'; write 'case inner(Inner.Body = Inner.body)'
  case body(Inner.Body)  // error: 'Inner' is an enum with '@Reducer'; write 'case body(Inner.Body = Inner.body)'
  case created(WithArgument = WithArgument(limit: 1))
}

@Reducer
struct Parent {
  @Reducer
  enum Destination {
    case row(Row)
    case data(Data)  // error: 'Data' is no feature
  }

  @Reducer
  struct Row {}

  struct Data {}
}

@Reducer
enum UnknownTypes {
  case unknown(Lief)  // error: cannot find type 'Lief' in scope
  case member(Leaf.Stat)  // error: 'Stat' is not a member type of struct
  case incomplete(Generic)  // error: reference to generic type 'Generic' requires arguments
}

@Reducer
enum Prompts {
  @ReducerCaseEphemeral case prompt(Prompt)  // error: 'Action' is not a member type of struct
}

@Reducer
enum OwnAction {
  case leaf(Leaf)
  case data([Int])

  enum Action {  // error: 'Action' has no case 'leaf(Leaf.Action)'
    case data(Never)
  }
}

@Reducer
enum OwnState {
  case leaf(Leaf)
  case data([Int])

  enum State {  // error: 'State' has no case 'leaf(Leaf.State)'
    case data([Int])
  }
}

// The compiler reports a missing argument in the generated bodies too.
// in expansions: 2
