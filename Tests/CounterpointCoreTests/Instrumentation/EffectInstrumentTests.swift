import CounterpointTestSupport
@_spi(Internals) import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Testing

@Suite(.ends) @MainActor struct EffectInstrumentTests {
  private enum Action: Sendable {
    case run
    case nested
    case none
  }

  private func viewStore(_ instrument: CountingInstrument) -> ViewStore<Int, Action> {
    let store = Store(initialState: 0) {
      Reduce<Int, Action> { state, action in
        switch action {
        case .run:
          return .run(name: "work") { _ in }
        case .nested:
          return .run(name: "outer") { send in await send(.run) }
        case .none:
          state += 1
          return .none
        }
      }
    }
    let viewStore = store.view
    viewStore.attach(instrument)
    return viewStore
  }

  @Test func effectsAreCountedAndWrapped() async {
    let instrument = CountingInstrument()
    let viewStore = viewStore(instrument)
    viewStore.send(.none)
    #expect(instrument.counts == CountingInstrument.Counts())
    let task = viewStore.send(.run)
    #expect(instrument.counts.began == 1)
    await task.finish()
    #expect(instrument.counts == CountingInstrument.Counts(began: 1, ended: 1, names: ["work"]))
  }

  @Test func effectsOfEffectsAreCounted() async {
    let instrument = CountingInstrument()
    let viewStore = viewStore(instrument)
    await viewStore.send(.nested).finish()
    #expect(instrument.counts == CountingInstrument.Counts(began: 2, ended: 2, names: ["outer", "work"]))
  }

  @Test func anEffectThatIsCanceledBeforeItRunsEndsOnce() async {
    let instrument = CountingInstrument()
    let viewStore = viewStore(instrument)
    let task = viewStore.send(.run)
    task.cancel()
    await task.finish()
    #expect(instrument.counts == CountingInstrument.Counts(began: 1, ended: 1))
  }

  @Test func theEffectsOfARemovedStoreEnd() async {
    let instrument = CountingInstrument()
    // The view store is released with the expression, and cancels the effect.
    let task = viewStore(instrument).send(.run)
    await task.finish()
    #expect(instrument.counts == CountingInstrument.Counts(began: 1, ended: 1))
  }
}

private final class CountingInstrument: EffectInstrument {
  struct Counts: Equatable {
    var began = 0
    var ended = 0
    var names: [String] = []
  }

  private let state = Locked(Counts())

  var counts: Counts { state.withLock { $0 } }

  func effectBegan() { state.withLock { $0.began += 1 } }

  func effectEnded() { state.withLock { $0.ended += 1 } }

  func run(_ effect: EffectDescription, _ operation: @Sendable () async -> Void) async {
    state.withLock { $0.names.append(effect.name ?? "") }
    await operation()
  }
}
