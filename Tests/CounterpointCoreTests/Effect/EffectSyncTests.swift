import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Testing

@MainActor
@Suite struct EffectSyncTests {
  private struct Feature: Reducer {
    struct State: Equatable { var numbers: [Int] = [] }
    enum Action {
      case start
      case number(Int)
    }
    var effect: @Sendable () -> Effect<Int>

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .start: return effect().map { .number($0) }
      case .number(let number):
        state.numbers.append(number)
        return .none
      }
    }
  }

  private func store(_ effect: @escaping @Sendable () -> Effect<Int>) -> StoreOf<Feature> {
    Store(initialState: Feature.State()) { Feature(effect: effect) }
  }

  @Test func isHandledBeforeSendReturns() {
    let store = store { .sync { 17 } }
    let task = store.send(.start)
    #expect(store.withState(\.numbers) == [17])
    #expect(task.isCancelled)
  }

  @Test func computesOnlyWhenItStarts() {
    let notes = Recorder<String>()
    let store = store {
      let dropped = Effect.sync { () -> Int in
        notes.note("dropped")
        return 1
      }
      _ = dropped
      return .merge(
        .sync {
          notes.note("first")
          return 1
        },
        .sync {
          notes.note("second")
          return 2
        }
      )
    }
    store.send(.start)
    #expect(notes.entries == ["first", "second"])
    #expect(store.withState(\.numbers) == [1, 2])
  }

  @Test func waitsForItsTurnInAConcatenation() async {
    let store = store { .concatenate(.run { send in await send(1) }, .sync { 2 }) }
    let task = store.send(.start)
    #expect(store.withState(\.numbers) == [])
    await task.finish()
    #expect(store.withState(\.numbers) == [1, 2])
  }

  private enum NumberKey: DependencyKey {
    static let liveValue = 0
    static let testValue = 0
  }

  @Test func hasTheDependenciesOfItsReducer() {
    let store = withDependencies {
      $0[NumberKey.self] = 5
    } operation: {
      self.store {
        .sync {
          @Dependency(NumberKey.self) var number
          return number
        }
      }
    }
    store.send(.start)
    #expect(store.withState(\.numbers) == [5])
  }
}
