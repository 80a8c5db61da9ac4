import Counterpoint
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

/// `_printChanges` shows what an action does to shared values: `contract/sharing.md` T-13.
@Suite struct PrintedSharedStateTests {
  @MainActor
  private func printed(
    _ body: @MainActor (StoreOf<Tally>) async -> Void,
    effect: @escaping @Sendable (Shared<Int>) -> Void = { _ in }
  ) async -> [String] {
    let texts = Locked<[String]>([])
    let queue = ReducerPrinterQueue()
    await body(
      Store(initialState: Tally.State()) {
        Tally { count, _ in effect(count) }
          ._printChanges(.customDump(queue: queue) { text in texts.withLock { $0.append(text) } })
      }
    )
    await queue.finish()
    return texts.withLock { $0 }
  }

  @Test @MainActor func showsTheValuesBeforeAndAfter() async {
    let texts = await printed { store in
      store.send(.increment)
      store.send(.increment)
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("-   _count: 0,\n+   _count: 1,") == true, "\(texts)")
    #expect(texts.last?.contains("-   _count: 1,\n+   _count: 2,") == true, "\(texts)")
  }

  @Test @MainActor func showsNoChangesByLaterEffects() async {
    let texts = await printed { store in
      await store.send(.start).finish()
    } effect: {
      $0.withLock { $0 = 5 }
    }
    #expect(texts.first?.contains("No state changes") == true, "\(texts)")
  }

  /// A reader of the value that the action changes elsewhere in the state, or of a value derived from it.
  @Test @MainActor func showsTheValuesOfReaders() async {
    struct State {
      @SharedReader var count: Int
      @SharedReader var text: String
    }
    let count = Shared(value: 0)
    let texts = Locked<[String]>([])
    let queue = ReducerPrinterQueue()
    let reader = SharedReader(count)
    let store = Store(initialState: State(count: reader, text: reader.read { "\($0) times" })) {
      Reduce<State, Int> { _, change in
        count.withLock { $0 += change }
        return .none
      }
      ._printChanges(.customDump(queue: queue) { text in texts.withLock { $0.append(text) } })
    }
    store.send(3)
    store.send(0)
    await queue.finish()
    let printed = texts.withLock { $0 }
    #expect(printed.first?.contains("-   _count: 0,\n+   _count: 3,") == true, "\(printed)")
    #expect(printed.first?.contains("-   _text: \"0 times\"\n+   _text: \"3 times\"") == true, "\(printed)")
    #expect(printed.last?.contains("No state changes") == true, "\(printed)")
  }
}
