import CounterpointCore
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Observation
import Testing

/// Law 3 when everything happens at once: effects that send, observers of every kind that read.
@MainActor
@Suite struct InterleavingTests {
  /// A state whose two numbers are equal whenever the store has settled: the reducer changes one for an action, and
  /// the other for the action that the first one sends.
  struct Halves: Reducer {
    typealias State = Trunk

    enum Action: Sendable {
      case work(sends: Int)
      case first
      case second(Int)
    }

    var body: some Reducer<Trunk, Action> {
      Reduce { state, action in
        switch action {
        case .work(let sends):
          return .run { send in
            for _ in 0..<sends {
              await send(.first)
              await Task.yield()
            }
          }
        case .first:
          state.number += 1
          return .send(.second(state.number))
        case .second(let number):
          state.child.count = number
          return .none
        }
      }
    }
  }

  /// Reads both numbers again after each change, from inside the callback that tells of it.
  private final class Reader: Sendable {
    private let seen: Recorder<[Int]>

    init(_ seen: Recorder<[Int]>) {
      self.seen = seen
    }

    @MainActor func read(_ store: Unchecked<StoreOf<Halves>>) {
      withObservationTracking {
        seen.note([store.value.number, store.value.child.count])
      } onChange: {
        MainActor.assumeIsolated { self.read(store) }
      }
    }
  }

  @Test func noObserverSeesHalfOfAnAction() async {
    let store = Store(initialState: Trunk()) { Halves() }
    let seen = Recorder<[Int]>()
    Reader(seen).read(Unchecked(store))
    let token = observe { seen.note([store.number, store.child.count]) }
    let viewStore = store.view(
      state: { [$0.number, $0.child.count] },
      action: { (_: Never) -> Halves.Action in }
    )
    let listener = viewStore.observe { seen.note($0) }
    let loop = Task {
      for await state in store.states {
        seen.note([state.number, state.child.count])
        if state.number == 400 { return }
      }
    }
    let tasks = (0..<8).map { _ in store.send(.work(sends: 50)) }
    for task in tasks { await task.finish() }
    await loop.value
    #expect(store.number == 400)
    #expect(seen.entries.allSatisfy { $0[0] == $0[1] })
    // Each action was told: to the callback and to the listener.
    #expect(seen.entries.count { $0 == [400, 400] } >= 3)
    withExtendedLifetime((token, listener)) {}
  }
}
