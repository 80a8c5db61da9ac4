@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct PresentationReducerTests {
  typealias Feature = Branch<Twig>

  /// Sends an action to a feature that presents a child, and notes what its parent sees.
  private func send(
    _ action: Feature.Action,
    to child: Twig.State?,
    parent: @escaping (inout Feature.State) -> Void = { _ in }
  ) -> (log: [Int?], child: Twig.State?) {
    let log = Recorder<Int?>()
    var state = Feature.State()
    state.presented = child
    let store = Store(initialState: state) {
      Feature(child: Twig()) { state, _ in
        log.note(state.presented?.value)
        parent(&state)
        return .none
      }
    }
    store.send(action)
    return (log.entries, store.withState(\.presented))
  }

  @Test func dismissLetsTheParentSeeTheChildAndThenClearsIt() {
    let result = send(.presented(.dismiss), to: Twig.State(value: 5))
    #expect(result.log == [5])
    #expect(result.child == nil)
  }

  @Test func aParentThatHasClearedItAlreadyIsFine() {
    let result = send(.presented(.dismiss), to: Twig.State(value: 5)) { $0.presented = nil }
    #expect(result.child == nil)
  }

  @Test func aChildOfTheSameIdentityIsClearedToo() {
    let result = send(.presented(.dismiss), to: Twig.State(id: 1, value: 5)) {
      $0.presented = Twig.State(id: 1, value: 6)
    }
    #expect(result.child == nil)
  }

  @Test func aChildOfAnotherIdentityStays() {
    let result = send(.presented(.dismiss), to: Twig.State(id: 1, value: 5)) {
      $0.presented = Twig.State(id: 2, value: 6)
    }
    #expect(result.child == Twig.State(id: 2, value: 6))
  }

  @Test func dismissCancels() async {
    let work = WaitingWork()
    var state = Feature.State()
    state.presented = Twig.State()
    let bench = Bench(state, work) { Feature(child: Twig()) }
    bench.send(Feature.child(.presented, 0, Twig.Action { _ in work.run("child") }))
    bench.send(.presented(.dismiss))
    #expect(await bench.survivors() == [])
  }

  @Test func whatIsThereFromTheStartCanBeDismissedByTheFirstAction() {
    #expect(send(.presented(.dismiss), to: Twig.State()).child == nil)
  }

  @Test func otherActionsLeaveTheChildAlone() {
    let result = send(.own(Step { _ in .none }), to: Twig.State(value: 5))
    #expect(result.log == [5])
    #expect(result.child == Twig.State(value: 5))
  }
}
