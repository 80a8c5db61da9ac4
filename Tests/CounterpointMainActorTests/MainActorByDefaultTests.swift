import Counterpoint
import Foundation
import Testing

// This module's default isolation is the main actor. Half of the test is that the expansions of the macros compile
// beside each of these without a warning. Features are `nonisolated`; the rest has no annotation.

@CasePathable
enum Kind: nonisolated Equatable {
  case number(Int), nothing
}

@ObservableState
struct Settings: Codable {
  var isOn = false
  var names: [String] = []

  enum CodingKeys: CodingKey {
    case isOn, names
  }
}

/// The coding is of no actor, like the state.
@ObservableState
nonisolated struct Draft: Codable {
  var text = ""

  enum CodingKeys: String, CodingKey {
    case text = "t"
  }
}

@ObservableState
enum Page {
  case settings(Settings), empty
}

@DependencyClient
nonisolated struct Weather: Sendable {
  var degrees: @Sendable (_ city: String) throws -> Int
}

extension DependencyValues {
  @DependencyEntry nonisolated var weather = Weather()
  @DependencyEntry nonisolated var limit = 3
}

@Reducer
nonisolated struct Counter {
  @ObservableState
  struct State: nonisolated Equatable {
    var count = 0
    @Presents var destination: Destination.State?
  }

  enum Action: ViewAction {
    case view(View)
    case destination(PresentationAction<Destination.Action>)

    enum View {
      case plus
    }
  }

  @Dependency(\.limit) var limit

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action.is(\.view), state.count < limit { state.count += 1 }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

  @Reducer
  nonisolated enum Destination {
    case blank(Blank)
    @ReducerCaseIgnored case note(String)
  }
}

nonisolated extension Counter.Destination.State: Equatable {}

@Reducer
nonisolated struct Blank {}

@ViewAction(for: Counter.self)
struct CounterScreen {
  let store: StoreOf<Counter>

  func plus() { send(.plus) }
}

/// Macros in a module whose default isolation is the main actor.
@Suite struct MainActorByDefaultTests {
  @Test func aFeature() {
    let store = Store(initialState: Counter.State(destination: .note("a"))) { Counter() }
    let screen = CounterScreen(store: store)
    for _ in 0..<5 { screen.plus() }
    #expect(store.count == 3)
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }

  /// Case paths and observation are of no actor.
  @Test nonisolated func onNoActor() {
    #expect(Kind.number(1).is(\.number))
    #expect(Kind.allCasePaths[.nothing] == \.nothing)
    #expect(Counter.Destination.State.note("a")[case: \.note] == "a")
    let registrars = Set([identity(of: Counter.State()), identity(of: Counter.State())])
    #expect(registrars.count == 2)
  }

  @Test nonisolated func codingOnNoActor() throws {
    let draft = try JSONDecoder().decode(Draft.self, from: Data(#"{"t":"a"}"#.utf8))
    #expect(draft.text == "a")
    #expect(try JSONEncoder().encode(draft) == Data(#"{"t":"a"}"#.utf8))
  }

  private nonisolated func identity(of state: some ObservableState) -> ObservableStateID { state._$id }
}
