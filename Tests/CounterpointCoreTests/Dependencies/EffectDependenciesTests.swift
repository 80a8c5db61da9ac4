import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Testing

/// An effect's dependencies are those that were current where it was built; its actions' are the store's.
@MainActor
@Suite struct EffectDependenciesTests {
  enum Action: Sendable { case start, effect(Int), map(Int), caught(Int), read }

  struct Boom: Error {}

  private func states(
    of effect: @escaping @Sendable () -> Effect<Action>,
    sending send: (Store<[String], Action>) -> StoreTask = { $0.send(.start) }
  ) async -> [String] {
    let store = Store(initialState: [String]()) {
      Reduce<[String], Action> { state, action in
        let number = DependencyValues._current.number
        switch action {
        case .start: return effect()
        case .effect(let seen): state.append("effect \(seen), reducer \(number)")
        case .map(let seen): state.append("map \(seen), reducer \(number)")
        case .caught(let seen): state.append("caught \(seen), reducer \(number)")
        case .read: state.append("reducer \(number)")
        }
        return .none
      }
    } withDependencies: {
      $0.number = 1
    }
    await send(store).finish()
    return store.withState { $0 }
  }

  nonisolated private func overridden<Result>(_ operation: () -> Result) -> Result {
    withDependencies {
      $0.number = 2
    } operation: {
      operation()
    }
  }

  nonisolated private var number: Int { DependencyValues._current.number }

  @Test func anEffectHasThoseOfItsStore() async {
    #expect(await states { .run { send in await send(.effect(number)) } } == ["effect 1, reducer 1"])
  }

  @Test func alsoIfOthersAreCurrentWhereTheActionIsSent() async {
    let states = await states {
      .run { send in await send(.effect(number)) }
    } sending: { store in
      overridden { store.send(.start) }
    }
    #expect(states == ["effect 1, reducer 1"])
  }

  @Test func anOverrideAroundTheEffectIsForTheEffectOnly() async {
    let states = await states {
      overridden {
        .run { send in
          await send(.effect(number))
          await send(.effect(number))
        }
      }
    }
    #expect(states == ["effect 2, reducer 1", "effect 2, reducer 1"])
  }

  @Test func catchHasThemToo() async {
    let states = await states {
      overridden {
        .run { _ in
          throw Boom()
        } catch: { _, send in
          await send(.caught(number))
        }
      }
    }
    #expect(states == ["caught 2, reducer 1"])
  }

  @Test func mapHasThoseThatWereCurrentWhereItWasBuilt() async {
    let states = await states {
      let run = Effect<Int>.run { send in await send(number) }
      return overridden { run.map { Action.map($0 * 10 + number) } }
    }
    #expect(states == ["map 12, reducer 1"])
  }

  @Test func operatorsKeepThem() async {
    let states = await states {
      let run = overridden { Effect<Action>.run { send in await send(.effect(number)) } }
      return .concatenate(.merge(run, .none), run.cancellable(id: "id"), run.map { $0 })
    }
    #expect(states == Array(repeating: "effect 2, reducer 1", count: 3))
  }

  @Test func aLaterStageHasThemAndTheStoreItsOwn() async {
    let states = await states {
      .concatenate(
        overridden { .run { send in await send(.effect(number)) } },
        .send(.read),
        .run { send in await send(.effect(number)) }
      )
    }
    #expect(states == ["effect 2, reducer 1", "reducer 1", "effect 1, reducer 1"])
  }

  @Test func anEffectOfAnEffectDoesNotAccumulate() async {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, depth in
        state.append(DependencyValues._current.number)
        guard depth > 0 else { return .none }
        return withDependencies {
          $0.number += 10
        } operation: {
          .run { send in await send(depth - 1) }
        }
      }
    } withDependencies: {
      $0.number = 1
    }
    await store.send(3).finish()
    #expect(store.withState { $0 } == [1, 1, 1, 1])
  }

  @Test func observersDoNotSeeWhatAnEffectOverrides() async {
    let seen = Recorder<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        guard case .start = action else {
          state += 1
          return .none
        }
        return overridden { .run { send in await send(.read) } }
      }
    } withDependencies: {
      $0.number = 1
    }
    let viewStore = store.view(state: { $0 }, action: { (action: Action) in action }, removeDuplicates: ==)
    let token = viewStore.observe { _ in seen.note(number) }
    await store.send(.start).finish()
    #expect(seen.entries.last == 1)
    withExtendedLifetime(token) {}
  }

  @Test func observersOfALaterStageDoNotSeeWhatWasCurrentAtTheSend() async {
    let seen = Recorder<Int>()
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        guard case .start = action else {
          state += 1
          return .none
        }
        return .concatenate(.run { _ in }, .send(.read))
      }
    } withDependencies: {
      $0.number = 1
    }
    let viewStore = store.view(state: { $0 }, action: { (action: Action) in action }, removeDuplicates: ==)
    let token = viewStore.observe { _ in seen.note(number) }
    await overridden { store.send(.start) }.finish()
    #expect(seen.entries.last == 1)
    withExtendedLifetime(token) {}
  }
}
