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
}
