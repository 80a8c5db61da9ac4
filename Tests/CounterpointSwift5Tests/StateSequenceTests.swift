import Counterpoint
import Testing

// This target uses the Swift 5 language mode, where the compiler does not keep a sequence of states on the store's
// actor.

/// Law 5: a loop over a store's states reads the store on its actor, whatever task asks for the next state.
@MainActor @Suite struct StateSequenceTests {
  private let store = Store(initialState: 0) {
    Reduce<Int, Int> { state, action in
      state = action
      return .none
    }
  }

  @Test func firstWaitsOnTheStoresActor() async {
    let (seen, continuation) = AsyncStream.makeStream(of: Int.self)
    let first = Task {
      await store.states.first { state in
        MainActor.assertIsolated()
        continuation.yield(state)
        return state == 3
      }
    }
    var states = seen.makeAsyncIterator()
    #expect(await states.next() == 0)
    store.send(2)
    #expect(await states.next() == 2)
    store.send(3)
    #expect(await first.value == 3)
  }

  @Test func containsAndAllSatisfyAskOnTheStoresActor() async {
    #expect(await store.states.contains { $0 == 0 })
    #expect(await store.states.contains(0))
    let isPositive = await store.states.allSatisfy { state in
      MainActor.assertIsolated()
      return state > 0
    }
    #expect(!isPositive)
  }

  @Test func nextIsAskedForWithoutAnActor() async {
    var iterator = store.states.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    store.send(1)
    #expect(await iterator.next() == 1)
  }

  @Test func genericCodeRunsOffTheStoresActor() async throws {
    #expect(try await firstElement(of: store.states) == 0)
    #expect(await store.states.map { $0 + 1 }.first { _ in true } == 1)
    #expect(await store.view.states.compactMap { $0 == 0 ? "zero" : nil }.first { _ in true } == "zero")
  }

  @Test func aLoopOfAnotherActorGetsEachState() async {
    let (seen, continuation) = AsyncStream.makeStream(of: Int.self)
    let states = store.states
    let loop = Task.detached {
      for await state in states {
        continuation.yield(state)
      }
      continuation.finish()
    }
    var iterator = seen.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    store.send(1)
    #expect(await iterator.next() == 1)
    loop.cancel()
    #expect(await iterator.next() == nil)
  }
}

/// Code that knows of no actor.
private func firstElement<States: AsyncSequence>(of states: States) async throws -> States.Element? {
  for try await state in states { return state }
  return nil
}
