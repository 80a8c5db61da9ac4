@testable import CounterpointCore
import CounterpointTestSupport
import Testing

@MainActor
@Suite struct StackReducerTests {
  typealias Feature = Branch<Twig>

  /// The values on the stack when the parent runs, and afterwards.
  private func send(
    _ actions: [Feature.Action],
    to path: StackState<Twig.State> = [],
    parent: @escaping (inout Feature.State) -> Void = { _ in }
  ) -> (seen: [[Int]], path: StackState<Twig.State>) {
    let log = Recorder<[Int]>()
    var state = Feature.State()
    state.path = path
    let store = Store(initialState: state) {
      Feature(child: Twig()) { state, _ in
        log.note(state.path.map(\.value))
        parent(&state)
        return .none
      }
    }
    for action in actions { store.send(action) }
    return (log.entries, store.withState(\.path))
  }

  @Test func aPushedElementIsThereWhenTheParentRuns() {
    let result = send([
      .path(.push(id: 0, state: Twig.State(value: 1))),
      .path(.push(id: 1, state: Twig.State(value: 2))),
    ])
    #expect(result.seen == [[1], [1, 2]])
    #expect(Array(result.path.ids) == [0, 1])
  }

  @Test func aPushUsesUpTheNextID() {
    let result = send([.path(.push(id: 0, state: Twig.State(value: 1)))]) { $0.path.append(Twig.State(value: 2)) }
    #expect(Array(result.path.ids) == [0, 1])
  }

  @Test func anIDThatWasMadeBeforeMayBePushed() {
    let view: StackState = [Twig.State(value: 1)]
    #expect(Array(view.ids) == [0])
    var reported: [ReportedIssue] = []
    var path = StackState<Twig.State>()
    reported = issues { path = send([.path(.push(id: 0, state: Twig.State(value: 1)))]).path }
    #expect(reported.isEmpty)
    #expect(Array(path.ids) == [0])
  }

  @Test func aPopLetsTheParentSeeTheElementsAndThenRemovesThem() {
    let path: StackState = [Twig.State(value: 1), Twig.State(value: 2), Twig.State(value: 3)]
    let result = send([.path(.popFrom(id: 1))], to: path)
    #expect(result.seen == [[1, 2, 3]])
    #expect(result.path.map(\.value) == [1])
  }

  @Test func aParentThatHasRemovedItAlreadyIsFine() {
    let path: StackState = [Twig.State(value: 1), Twig.State(value: 2)]
    var popped = StackState<Twig.State>()
    let reported = issues {
      popped = send([.path(.popFrom(id: 0))], to: path) { $0.path.removeAll() }.path
    }
    #expect(reported.isEmpty)
    #expect(popped.isEmpty)
  }

  @Test func aPopCancelsTheEffectsOfAllThatGo() async {
    let work = WaitingWork()
    var state = Feature.State()
    state.path = [Twig.State(), Twig.State(), Twig.State()]
    let bench = Bench(state, work) { Feature(child: Twig()) }
    for id in 0..<3 {
      bench.send(Feature.child(.path, id, Twig.Action { _ in work.run("\(id)") }))
    }
    bench.send(.path(.popFrom(id: 1)))
    #expect(await bench.survivors() == ["0"])
  }
}
