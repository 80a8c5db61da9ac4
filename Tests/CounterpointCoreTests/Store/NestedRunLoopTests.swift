import CounterpointCore
import CounterpointTestSupport
import Testing

/// Jobs of a store's actor that run in the middle of another one, as in the run loop of a modal dialog.
@Suite struct NestedRunLoopTests {
  enum Action {
    case start
    case show
    case followUp
  }

  /// Runs the end of an effect, with the action after it, in the middle of something else.
  private func log(
    nested: @escaping @Sendable (Store<Int, Action>, isolated ThreadActor) -> Void,
    inReducer: @escaping @Sendable (ThreadActor) -> Void = { _ in }
  ) async -> [String] {
    let actor = ThreadActor()
    let log = Recorder<String>()
    return await actor.run { actor in
      let store = Store<Int, Action>(initialState: 0, on: actor) { [unowned actor] in
        Reduce<Int, Action> { state, action in
          state += 1
          switch action {
          case .start:
            log.note("start")
            return .concatenate(.run { _ in }, .send(.followUp))
          case .show:
            log.note("show begins")
            inReducer(actor)
            log.note("show ends")
          case .followUp:
            log.note("follow-up")
          }
          return .none
        }
      }
      let task = store.send(.start)
      nested(store, actor)
      await task.finish()
      log.note("\(store.withState { $0 })")
      return log.entries
    }
  }

  /// The first job begins the effect, and the second one goes on after its end.
  private static let runJobs: @Sendable (ThreadActor) -> Void = { actor in
    actor.executor.runNextJob()
    actor.executor.runNextJob()
  }

  @Test(.ends) func anEffectEndsWhileAReducerRuns() async {
    let log = await log(nested: { store, _ in _ = store.send(.show) }, inReducer: Self.runJobs)
    #expect(log == ["start", "show begins", "show ends", "follow-up", "3"])
  }

  @Test(.ends) func anEffectEndsWhileTheStateIsRead() async {
    let read = Recorder<Int>()
    let log = await log(nested: { store, actor in
      store.withState { state in
        Self.runJobs(actor)
        read.note(state)
      }
    })
    #expect(log == ["start", "follow-up", "2"])
    #expect(read.entries == [1])
  }

  @Test(.ends) func anEffectEndsWhileAnObserverIsNotified() async {
    let log = await log(nested: { store, actor in
      let observation = ViewStore(store, observe: { $0 }).observe { state in
        if state == 2 { Self.runJobs(actor) }
      }
      _ = store.send(.show)
      withExtendedLifetime(observation) {}
    })
    #expect(log == ["start", "show begins", "show ends", "follow-up", "3"])
  }
}
