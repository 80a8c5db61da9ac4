import CaseKeyPaths
@testable import CounterpointCore
import IdentifiedArrays
import Testing

/// Laws 4 and 12 for embedded features: nothing is copied, and unused tools cost nothing.
@MainActor
@Suite struct CompositionCostTests {
  typealias Feature = Branch<Twig>

  @Test func aRowAmongAMillionIsChangedInPlace() {
    var state = Feature.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<1_000_000).map { Twig.State(id: $0) })
    let store = Store(initialState: state) { Feature(child: Twig()) }
    state = Feature.State()
    func address() -> Int {
      store.withState { state in
        unsafe state.rows.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let before = address()
    for id in 0..<100 {
      store.send(
        Feature.child(
          .rows,
          id * 9_999,
          Twig.Action { row in
            row.value += 1
            return .none
          }
        )
      )
    }
    #expect(address() == before)
    #expect(store.withState { $0.rows[id: 9_999]?.value } == 1)
  }

  @Test func rowsStayInPlaceWhileTheirEffectsAreTracked() async {
    let work = WaitingWork()
    var state = Feature.State()
    state.rows = IdentifiedArray(uniqueElements: (0..<1_000).map { Twig.State(id: $0) })
    let bench = Bench(state, work) { Feature(child: Twig()) }
    state = Feature.State()
    bench.send(Feature.child(.rows, 0, Twig.Action { _ in work.run("row") }))
    func address() -> Int {
      bench.store.withState { state in
        unsafe state.rows.elements.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let before = address()
    for id in 0..<1_000 {
      bench.send(
        Feature.child(
          .rows,
          id,
          Twig.Action { row in
            row.value += 1
            return .none
          }
        )
      )
    }
    #expect(address() == before)
    #expect(await bench.survivors() == ["row"])
  }

  @Test(arguments: Embedding.allCases) func aChildWithoutWorkMakesNoScope(_ embedding: Embedding) {
    var state = Feature.State()
    state.embed(Twig.State(), embedding)
    let store = Store(initialState: state) { Feature(child: Twig()) }
    let nothing = Twig.Action { _ in .none }
    #expect(store.send(Feature.child(embedding, 0, nothing)) == StoreTask(nil))
    #expect(store.send(Feature.child(embedding, 0, Twig.Action { _ in .send(nothing) })) == StoreTask(nil))
    #expect(store.send(Feature.child(embedding, 0, Twig.Action { _ in .cancel(id: 1) })) == StoreTask(nil))
    #expect(store.core.hub.cancellations.isEmpty)
  }

  @Test func anOperatorLeavesNoEffectWhereThereIsNone() {
    var state = Feature.State()
    for embedding in Embedding.allCases { state.embed(Twig.State(), embedding) }
    let feature = Feature(child: Twig())
    for embedding in Embedding.allCases {
      let effect = feature.reduce(into: &state, action: Feature.child(embedding, 0, Twig.Action { _ in .none }))
      #expect(effect.operation == nil)
    }
  }
}
