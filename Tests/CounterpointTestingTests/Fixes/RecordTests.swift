import Counterpoint
import CounterpointTesting
import Testing

@Suite struct RecordTests {
  @Test func aRunBecomesATest() async {
    let text = await TestStore.record(
      [.increment, .startLater, .said("a")],
      named: "relays",
      initialState: Relay.State()
    ) {
      Relay { send in await send(.increment) }
    }
    #expect(
      text == """
        import Counterpoint
        import CounterpointTesting
        import Testing

        @Test func relays() async {
          let store = TestStore(initialState: Relay.State(count: 0, text: "")) {
            Relay()
          }

          await store.send(.increment) {
            $0.count = 1
          }
          await store.send(.startLater)
          await store.receive(\\.start)
          await store.receive(\\.increment) {
            $0.count = 2
          }
          await store.send(.said("a")) {
            $0.text = "a"
          }
        }

        """
    )
  }

  @Test func whatIsRecordedPasses() async {
    let store = TestStore(initialState: Relay.State(count: 0, text: "")) {
      Relay { send in await send(.increment) }
    }

    await store.send(.increment) {
      $0.count = 1
    }
    await store.send(.startLater)
    await store.receive(\.start)
    await store.receive(\.increment) {
      $0.count = 2
    }
    await store.send(.said("a")) {
      $0.text = "a"
    }
  }

  @Test func effectsInFlightAreSkipped() async {
    let text = await TestStore.record([.start], initialState: Relay.State()) {
      Relay { _ in try await TestClock().sleep(for: .seconds(1)) }
    }
    #expect(text.hasSuffix("  await store.send(.start)\n  await store.skipInFlightEffects()\n}\n"))
  }
}
