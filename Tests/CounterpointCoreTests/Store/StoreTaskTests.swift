@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct StoreTaskTests {
  enum Action: Sendable { case chain(Int), wait, sync, syncStages, syncCancellable, stages, done }

  let begun = Gate()
  let ended = Recorder<String>()

  private func makeStore() -> Store<Int, Action> {
    Store(initialState: 0) { [begun, ended] in
      Reduce<Int, Action> { state, action in
        state += 1
        switch action {
        case .chain(let count):
          return count > 0 ? .run { send in await send(.chain(count - 1)) } : .send(.wait)
        case .wait:
          return .run { _ in
            begun.open()
            await Gate().wait()
            ended.note("cancelled \(Task.isCancelled)")
          }
        case .sync: return .send(.done)
        case .syncStages: return .concatenate(.send(.done), .send(.done))
        case .syncCancellable: return .send(.done).cancellable(id: 1)
        case .stages:
          return .concatenate(
            .run { _ in
              begun.open()
              await Gate().wait()
            },
            .send(.done)
          )
        case .done: return .none
        }
      }
    }
  }

  @Test func finishWaitsForEffectsOfEffects() async {
    let store = Store(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += 1
        return action > 0 ? .run { send in await send(action - 1) } : .none
      }
    }
    let task = store.send(20)
    #expect(!task.isCancelled)
    await task.finish()
    #expect(store.withState { $0 } == 21)
    #expect(!task.isCancelled)
  }

  @Test func cancelReachesEffectsOfEffects() async {
    let store = makeStore()
    let task = store.send(.chain(3))
    await begun.wait()
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
    #expect(ended.entries == ["cancelled true"])
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func cancellingWhoWaitsCancelsTheEffects() async {
    let store = makeStore()
    let task = store.send(.chain(2))
    let waiter = Task { await task.finish() }
    await begun.wait()
    waiter.cancel()
    await waiter.value
    #expect(task.isCancelled)
    #expect(ended.entries == ["cancelled true"])
  }

  @Test func cancellingOneSendLeavesTheOthersAlone() async {
    let gate = Gate()
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        guard action > 0 else {
          state.append(action)
          return .none
        }
        return .run { send in
          await gate.wait()
          await send(-action)
        }
      }
    }
    let first = store.send(1)
    let second = store.send(2)
    first.cancel()
    await first.finish()
    #expect(!second.isCancelled)
    gate.open()
    await second.finish()
    #expect(store.withState { $0 } == [-2])
  }

  @Test func aTaskWithoutWorkIsCancelledAndReturnsAtOnce() async {
    let store = makeStore()
    for action in [Action.sync, .syncStages, .syncCancellable, .done] {
      let task = store.send(action)
      #expect(task.isCancelled, "\(action)")
      task.cancel()
      await task.finish()
    }
  }

  @Test func aTaskThatWasCancelledDoesNotGoOnToTheNextStage() async {
    let store = makeStore()
    let task = store.send(.stages)
    await begun.wait()
    task.cancel()
    await task.finish()
    #expect(store.withState { $0 } == 1)
  }

  @Test func aBufferedSendGivesAnEmptyTaskAndItsEffectsBelongToTheOuterOne() async {
    let store = makeStore()
    var inner: StoreTask?
    let token = store.view.observe { [weak store] state in
      if state == 1 { inner = store?.send(.wait) }
    }
    let outer = store.send(.sync)
    // `.sync` sends `.done` at once, so the first telling shows 2.
    #expect(inner == nil)
    #expect(outer.isCancelled)
    token.cancel()

    let other = store.view.observe { [weak store] state in
      if state == 3 { inner = store?.send(.wait) }
    }
    let task = store.send(.done)
    #expect(inner?.isCancelled == true)
    #expect(!task.isCancelled)
    await begun.wait()
    task.cancel()
    await task.finish()
    #expect(ended.entries == ["cancelled true"])
    other.cancel()
  }

  @Test func tasksAreEqualWhenTheyAreOfTheSameSend() async {
    let store = makeStore()
    let first = store.send(.wait)
    let second = store.send(.wait)
    let copy = first
    #expect(first == copy)
    #expect(first != second)
    #expect(Set([first, copy, second]).count == 2)
    first.cancel()
    second.cancel()
    await first.finish()
    await second.finish()
  }
}
