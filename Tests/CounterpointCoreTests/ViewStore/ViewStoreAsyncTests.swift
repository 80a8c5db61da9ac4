import CounterpointCore
import Testing

@MainActor
@Suite struct ViewStoreAsyncTests {
  struct State: Equatable {
    var isLoading = false
    var count = 0
  }

  enum Action: Sendable { case load, loaded, tick }

  private func makeStore(_ gate: Gate, begun: Gate = Gate(), cancelled: Gate = Gate()) -> Store<State, Action> {
    Store(initialState: State()) {
      Reduce<State, Action> { state, action in
        switch action {
        case .load:
          state.isLoading = true
          return .run { send in
            begun.open()
            await gate.wait()
            if Task.isCancelled { cancelled.open() }
            await send(.loaded)
          }
        case .loaded:
          state.isLoading = false
          state.count += 1
        case .tick:
          state.count += 1
        }
        return .none
      }
    }
  }

  @Test func sendWhileReturnsWhenThePredicateIsFalse() async {
    let gate = Gate()
    let viewStore = makeStore(gate).view
    gate.open()
    await viewStore.send(.load, while: \.isLoading)
    #expect(viewStore.state == State(isLoading: false, count: 1))
  }

  @Test func cancellingTheCallerOfSendWhileCancelsTheEffect() async {
    let begun = Gate()
    let cancelled = Gate()
    let viewStore = makeStore(Gate(), begun: begun, cancelled: cancelled).view
    let caller = Task { await viewStore.send(.load, while: \.isLoading) }
    await begun.wait()
    caller.cancel()
    await caller.value
    await cancelled.wait()
    #expect(viewStore.isLoading)
  }

  @Test func yieldWhileReturnsAtOnceIfThePredicateIsFalse() async {
    await makeStore(Gate()).view.yield(while: \.isLoading)
  }

  @Test func yieldWhileWaitsForTheState() async {
    let viewStore = makeStore(Gate()).view
    let begun = Gate()
    let waiter = Task {
      await viewStore.yield {
        begun.open()
        return $0.count < 3
      }
      return viewStore.count
    }
    await begun.wait()
    for _ in 1...3 { viewStore.send(.tick) }
    #expect(await waiter.value == 3)
  }

  @Test func yieldWhileReturnsWhenItsTaskIsCancelled() async {
    let viewStore = makeStore(Gate()).view
    let begun = Gate()
    let waiter = Task {
      await viewStore.yield { _ in
        begun.open()
        return true
      }
    }
    await begun.wait()
    waiter.cancel()
    await waiter.value
  }

  @Test func aLoopRetainsTheViewStore() async {
    let store = makeStore(Gate())
    let begun = Gate()
    let loop = Task {
      var counts: [Int] = []
      for await count in store.view.states.count {
        counts.append(count)
        begun.open()
        if count == 1 { break }
      }
      return counts
    }
    await begun.wait()
    store.send(.tick)
    #expect(await loop.value == [0, 1])
  }

  @Test func theStatesOfAViewStoreLeaveOutDuplicates() async {
    let store = makeStore(Gate())
    let viewStore = store.view(state: { $0.count / 2 }, action: { $0 as Action })
    let begun = Gate()
    let loop = Task {
      var halves: [Int] = []
      for await half in viewStore.states {
        halves.append(half)
        begun.open()
        if half == 1 { break }
      }
      return halves
    }
    await begun.wait()
    store.send(.tick)
    store.send(.tick)
    #expect(await loop.value == [0, 1])
  }

  @Test func yieldWhileDoesNotMissAShortLivedState() async {
    let store = Store(initialState: true) {
      Reduce<Bool, Bool> { state, action in
        state = action; return .none
      }
    }
    let viewStore = store.view
    // Whenever loading ends, more is loaded at once.
    let token = viewStore.observe { isLoading in
      if !isLoading { viewStore.send(true) }
    }
    let ref = store.ref
    let end = Task { _ = await ref.send(false) }
    await viewStore.yield(while: { $0 })
    await end.value
    #expect(viewStore.state)
    token.cancel()
  }
}
