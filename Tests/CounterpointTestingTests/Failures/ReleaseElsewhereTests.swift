import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct ReleaseElsewhereTests {
  /// Issues of a detached task belong to no test, but the failures of a test store do, wherever it is released.
  @Test func failuresAtTheEndAreThoseOfTheTest() async {
    let name = Locked<String?>(nil)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let box = await Box {
      let store = TestStore(initialState: Relay.State()) { Relay() }
      await store.send(.startAtOnce)
      return store
    } reported: {
      name.withLock { $0 = Test.current?.name }
      continuation.finish()
    }
    await Task.detached { box.empty() }.value
    for await _ in stream {}
    #expect(name.withLock { $0 } == Test.current?.name)
    #expect(Test.current != nil)
  }

  private final class Box: @unchecked Sendable {
    // @unchecked because one task at a time uses it.
    private var store: TestStoreOf<Relay>?

    nonisolated(nonsending) init(
      _ make: nonisolated(nonsending) () async -> TestStoreOf<Relay>,
      reported: @escaping @Sendable () -> Void
    ) async {
      store = await issues(reported: { _ in reported() }) { await make() }
    }

    func empty() { store = nil }
  }
}
