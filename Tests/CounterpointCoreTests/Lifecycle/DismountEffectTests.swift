@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// The effects of dismounts belong to the parent.
@MainActor
@Suite struct DismountEffectTests {
  typealias Parent = Branch<Leaving>
  typealias Grandparent = Branch<Parent>

  let work = WaitingWork()

  @Test(arguments: Embedding.allCases)
  func theyOutliveTheFeature(_ embedding: Embedding) async {
    let bench = Bench(Parent.State(), work) { [work] in Parent(child: Leaving(work: work)) }
    bench.send(Parent.edit { $0.embed(Twig.State(id: 1), embedding) })
    bench.send(Parent.edit(.after) { $0.remove(1, embedding) })
    #expect(await bench.survivors() == ["left 1:0"])
  }

  @Test func theyAreCancelledWithTheParent() async {
    let bench = Bench(Grandparent.State(), work) { [work] in Grandparent(child: Parent(child: Leaving(work: work))) }
    bench.send(
      Grandparent.edit { state in
        state.presented = Parent.State(id: 1)
        state.presented?.optional = Twig.State(id: 2)
      }
    )
    bench.send(Grandparent.edit(.after) { $0.presented?.optional = nil })
    bench.send(Grandparent.edit { $0.presented = nil })
    #expect(await bench.survivors() == [])
  }

  @Test func thoseOfDescendantsBelongToTheFeatureThatStays() async {
    let bench = Bench(Grandparent.State(), work) { [work] in Grandparent(child: Parent(child: Leaving(work: work))) }
    bench.send(
      Grandparent.edit { state in
        state.rows = [Parent.State(id: 1)]
        state.rows[id: 1]?.rows = [Twig.State(id: 2), Twig.State(id: 3)]
      }
    )
    bench.send(Grandparent.edit { $0.rows = [] })
    #expect(await bench.survivors() == ["left 2:0", "left 3:0"])
  }

  @Test func theStateIsThatBeforeTheRemoval() async {
    let bench = Bench(Parent.State(), work) { [work] in Parent(child: Leaving(work: work)) }
    bench.send(Parent.edit { $0.rows = [Twig.State(id: 1)] })
    bench.send(Parent.edit { $0.rows[id: 1]?.value = 4 })
    bench.send(
      Parent.edit { state in
        state.rows[id: 1]?.value = 5
        state.rows.remove(id: 1)
      }
    )
    #expect(await bench.survivors() == ["left 1:4"])
  }

  @Test func onlyTheKeptPartIsCopied() {
    let store = Store(initialState: Twig.State(rows: Array(0..<1_000)), on: MainActor.shared) {
      Twig().onDismount(keeping: \.id) { _ in .none }
    }
    func storage() -> UInt {
      store.withState { state in unsafe state.rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
    }
    let before = storage()
    store.send(
      Twig.Action { state in
        state.rows[0] += 1
        return .none
      }
    )
    #expect(storage() == before)
  }
}

/// A feature whose dismount waits.
struct Leaving: Reducer {
  typealias State = Twig.State
  typealias Action = Twig.Action

  let work: WaitingWork

  var body: some ReducerOf<Self> {
    Twig().onDismount { state in work.run("left \(state.id):\(state.value)") }
  }
}
