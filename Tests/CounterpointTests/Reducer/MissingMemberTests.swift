import Foundation
import Testing

public import Counterpoint

/// The members added by `@Reducer` compile and work.
@MainActor
@Suite struct MissingMemberTests {
  @Test func nothingThere() throws {
    let store = Store(initialState: Blank.State()) { Blank() }
    #expect(store.state == Blank.State())
    #expect(Array(Blank.Action.allCasePaths) == [])
    let data = try JSONEncoder().encode(Blank.State())
    #expect(try JSONDecoder().decode(Blank.State.self, from: data) == Blank.State())
    #expect(Set([Blank.State(), Blank.State()]).count == 1)
  }

  @Test func everyCombination() {
    #expect(PublicBlank.State() == PublicBlank.State())
    #expect(Generic<Int>.State() == Generic<Int>.State())

    let stateOnly = Store(initialState: StateOnly.State(count: 3)) { StateOnly() }
    #expect(stateOnly.withState(\.count) == 3)

    let actionOnly = Store(initialState: ActionOnly.State()) { ActionOnly() }
    actionOnly.send(.tap)
    #expect(ActionOnly.Action.tap.is(\.tap))

    let elsewhere = Store(initialState: Elsewhere.State(count: 1)) { Elsewhere() }
    elsewhere.send(.tap)
    #expect(elsewhere.withState(\.count) == 2)
  }

  @Test func aBodyThatIsFilledInIsNotStored() {
    #expect(StateOnly() == StateOnly())
    #expect(MemoryLayout<StateOnly>.size == 0)
  }

  /// The actions can't happen, and parents scope to them all the same.
  @Test func inAParent() {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.tap)
    #expect(store.withState(\.count) == 1)
    #expect(store.blank == Blank.State())
  }
}

@Reducer
struct Blank {}

/// A public feature without anything.
@Reducer
public struct PublicBlank {}

extension MissingMemberTests {
  @Reducer
  struct Generic<Value> {}

  @available(*, deprecated, message: "A test of availability.")
  @Reducer
  struct Past {}

  @Reducer
  struct StateOnly: Sendable, Equatable {
    @ObservableState
    struct State {
      var count = 0
    }
  }

  @Reducer
  struct ActionOnly {
    enum Action {
      case tap
    }
  }

  /// The types stand in extensions, of which the macro knows nothing.
  @Reducer
  struct Elsewhere {
    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State {
      var blank = Blank.State()
      var count = 0
    }

    enum Action {
      case blank(Blank.Action)
      case tap
    }

    var body: some ReducerOf<Self> {
      Scope(\.blank, action: \.blank) { Blank() }
      Reduce { state, action in
        switch action {
        case .tap:
          state.count += 1
          return .none
        }
      }
    }
  }
}

extension MissingMemberTests.Elsewhere {
  struct State {
    var count = 0
  }

  enum Action {
    case tap
  }
}
