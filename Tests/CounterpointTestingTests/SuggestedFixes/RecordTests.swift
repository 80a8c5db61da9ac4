import Counterpoint
import CounterpointTesting
import Foundation
import Testing

@Suite struct RecordTests {
  /// Only some platforms have the module of its own that declares 'UUID'.
  @Test func typesOfFoundationAreImportedFromIt() async {
    let text = await TestStore.record([true], initialState: UUID?.none) {
      Reduce<UUID?, Bool> { state, _ in
        state = UUID(1)
        return .none
      }
    }
    #expect(text.contains("import Foundation\n"), "\(text)")
    #expect(!text.contains("FoundationEssentials"), "\(text)")
  }

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
          let store = TestStore(initialState: Relay.State()) {
            Relay { send in await send(.increment) }
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

  @Test func recordedTestsPass() async {
    let store = TestStore(initialState: Relay.State()) {
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

  /// The expressions of the state and of the feature are copied from the source of the call.
  @Test func dependenciesAreRecorded() async {
    let id = UUID(7)
    let text = await TestStore.record(
      [.start, .said("it's")],
      initialState: Relay.State(count: [1, 2].reduce(0, +), text: "a, \("b)") {")
    ) {
      // A comment with a brace }.
      Relay { _ in #expect(id == UUID(7)) }
    } withDependencies: {
      $0.uuid = .constant(id)
    }
    #expect(
      text == """
        import Counterpoint
        import CounterpointTesting
        import Foundation
        import Testing

        @Test func recorded() async {
          let store = TestStore(initialState: Relay.State(count: [1, 2].reduce(0, +), text: "a, \\("b)") {")) {
            // A comment with a brace }.
            Relay { _ in #expect(id == UUID(7)) }
          } withDependencies: {
            $0.uuid = .constant(id)
          }

          await store.send(.start)
          await store.send(.said("it's")) {
            $0.text = "it's"
          }
        }

        """
    )
  }

  @Test func aReducerArgumentIsRecorded() async {
    func makeRelay() -> Relay { Relay() }
    let text = await TestStore.record([.nothing], initialState: Relay.State(), reducer: makeRelay)
    #expect(text.contains("  let store = TestStore(initialState: Relay.State(), reducer: makeRelay)\n\n"))
  }

  /// Without the source, the state is recorded as a value, and the feature without arguments.
  @Test func withoutTheSource() async {
    let state = Relay.State(count: 1)
    let text = await TestStore.record([.nothing], initialState: state, reducer: { Relay() }, file: "/none")
    #expect(
      text.contains(
        """
          let store = TestStore(initialState: Relay.State(count: 1, text: "")) {
            Relay()
          }

        """
      )
    )
  }

  @Test func valuesWithoutALiteralBecomeComments() async {
    struct Opaque: Equatable, CustomStringConvertible {
      var description: String { "opaque" }
      let id = ObjectIdentifier(RecordTests.Marker.self)
    }
    let text = await TestStore.record([Opaque()], initialState: [Opaque]()) {
      Reduce<[Opaque], Opaque> { state, action in
        state.append(action)
        return .none
      }
    }
    // Without the action, the test must not pass.
    #expect(text.contains(#/\n  Issue.record\("Send [\w.]+ here, which can't be written as Swift."\)\n/#))
  }

  private final class Marker {}

  @Test func effectsInFlightAreSkipped() async {
    let text = await TestStore.record([.start], initialState: Relay.State()) {
      Relay { _ in try await TestClock().sleep(for: .seconds(1)) }
    }
    #expect(text.hasSuffix("  await store.send(.start)\n  await store.skipInFlightEffects()\n}\n"))
  }
}
