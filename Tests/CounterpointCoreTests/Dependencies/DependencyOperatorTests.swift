import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Testing

/// `.dependency` and `.transformDependency`: the one closest to the reducer wins.
@MainActor
@Suite struct DependencyOperatorTests {
  enum Action: Sendable { case read, later, afterwards }

  struct Reader: Reducer {
    @Dependency(\.number) var number

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      switch action {
      case .read:
        state.append(number)
        return .none
      case .later:
        state.append(number)
        return .run { [number] send in
          #expect(DependencyValues._current.number == number)
          await send(.afterwards)
        }
      case .afterwards:
        state.append(number)
        return .run { send in await send(.read) }
      }
    }
  }

  private func states(_ action: Action = .read, of reducer: some Reducer<[Int], Action>) async -> [Int] {
    let store = Store(initialState: [Int]()) {
      reducer
    } withDependencies: {
      $0.number = 9
    }
    await store.send(action).finish()
    return store.withState { $0 }
  }

  @Test func aDependencyIsSetForTheReducer() async {
    #expect(await states(of: Reader().dependency(\.number, 1)) == [1])
    #expect(await states(of: Reader()) == [9])
  }

  @Test func theInnermostWins() async {
    #expect(await states(of: Reader().dependency(\.number, 1).dependency(\.number, 2)) == [1])
    #expect(await states(of: CombineReducers { Reader().dependency(\.number, 1) }.dependency(\.number, 2)) == [1])
  }

  @Test func aTransformBuildsOnWhatIsFurtherOut() async {
    let reducer = Reader().transformDependency(\.number) { $0 += 1 }
    #expect(await states(of: reducer) == [10])
    #expect(await states(of: reducer.dependency(\.number, 1)) == [2])
    #expect(await states(of: reducer.transformDependency(\.number) { $0 *= 2 }) == [19])
    #expect(await states(of: reducer.dependency(\.number, 5).dependency(\.number, 1)) == [6])
  }

  @Test func chainedOnesAreOne() {
    let chained = Reader().dependency(\.number, 1).dependency(Pair(first: 1)).transformDependency(\.number) { $0 += 1 }
    #expect(type(of: chained) == DependencyReducer<Reader>.self)
  }

  @Test func aTypeThatIsItsOwnKey() async {
    let pairs = Recorder<Int>()
    let reducer = Reduce<[Int], Action> { _, _ in
      pairs.note(DependencyValues._current[Pair.self].first)
      return .none
    }
    _ = await states(of: reducer.dependency(Pair(first: 7)))
    _ = await states(of: reducer.dependency(Pair(first: 8)).dependency(Pair(first: 7)))
    #expect(pairs.entries == [7, 8])
  }

  @Test func allOfThemByPath() async {
    #expect(await states(of: Reader().transformDependency(\.self) { $0.number = 3 }) == [3])
  }

  @Test func effectsAndTheEffectsOfTheirActionsHaveThem() async {
    #expect(await states(.later, of: Reader().dependency(\.number, 1)) == [1, 1, 1])
  }

  @Test func aSiblingDoesNot() async {
    let both = CombineReducers {
      Reader().dependency(\.number, 1)
      Reader()
    }
    #expect(await states(of: both) == [1, 9])
  }

  @Test func aTransformRunsForEachAction() async {
    let runs = Recorder<Int>()
    let reducer = Reader().transformDependency(\.number) { number in
      runs.note(number)
      number = runs.entries.count
    }
    #expect(await states(.later, of: reducer) == [1, 2, 3])
    #expect(runs.entries == [9, 9, 9])
  }
}
