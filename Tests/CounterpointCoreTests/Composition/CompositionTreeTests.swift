@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// Trees of embedded features: the reach of cancellations, and what remains afterwards.
@MainActor
@Suite struct CompositionTreeTests {
  typealias Inner = Branch<Twig>
  typealias Outer = Branch<Inner>

  let work = WaitingWork()

  private func makeBench(_ outer: Embedding, _ inner: Embedding) -> BenchOf<Outer> {
    var child = Inner.State()
    child.embed(Twig.State(), inner)
    var state = Outer.State()
    state.embed(child, outer)
    return Bench(state, work) { Outer(child: Inner(child: Twig())) }
  }

  private func grandchild(_ outer: Embedding, _ inner: Embedding, _ action: Twig.Action) -> Outer.Action {
    Outer.child(outer, 0, Inner.child(inner, 0, action))
  }

  @Test(arguments: Embedding.allCases, Embedding.allCases)
  func grandchildrenGoWithTheChild(_ outer: Embedding, _ inner: Embedding) async {
    let bench = makeBench(outer, inner)
    let work = work
    bench.send(grandchild(outer, inner, Twig.Action { _ in work.run("grandchild") }))
    bench.send(Outer.child(outer, 0, .own(Step { _ in work.run("child") })))
    bench.send(
      .own(
        Step { state in
          state.remove(0, outer)
          return work.run("parent")
        }
      )
    )
    #expect(await bench.survivors() == ["parent"])
  }

  @Test(arguments: Embedding.allCases, Embedding.allCases)
  func onlyTheGrandchildIsRemoved(_ outer: Embedding, _ inner: Embedding) async {
    let bench = makeBench(outer, inner)
    let work = work
    bench.send(grandchild(outer, inner, Twig.Action { _ in work.run("grandchild") }))
    bench.send(Outer.child(outer, 0, .own(Step { _ in work.run("child") })))
    bench.send(
      Outer.child(
        outer,
        0,
        .own(
          Step { state in
            state.remove(0, inner)
            return .none
          }
        )
      )
    )
    #expect(await bench.survivors() == ["child"])
  }

  @Test(arguments: Embedding.allCases, Embedding.allCases)
  func anIDReachesDownAndNeverUpOrSideways(_ outer: Embedding, _ inner: Embedding) async {
    enum Canceller: CaseIterable { case parent, child, grandchild, effectOfChild }
    for canceller in Canceller.allCases {
      let work = WaitingWork()
      let bench = Bench(makeBench(outer, inner).store.withState { $0 }, work) {
        Outer(child: Inner(child: Twig()))
      }
      bench.send(.own(Step { _ in work.run("parent").cancellable(id: 1) }))
      bench.send(Outer.child(outer, 0, .own(Step { _ in work.run("child").cancellable(id: 1) })))
      bench.send(grandchild(outer, inner, Twig.Action { _ in work.run("grandchild").cancellable(id: 1) }))
      let expected: [String]
      switch canceller {
      case .parent:
        bench.send(.own(Step { _ in .cancel(id: 1) }))
        expected = []
      case .child:
        bench.send(Outer.child(outer, 0, .own(Step { _ in .cancel(id: 1) })))
        expected = ["parent"]
      case .grandchild:
        bench.send(grandchild(outer, inner, Twig.Action { _ in .cancel(id: 1) }))
        expected = ["child", "parent"]
      case .effectOfChild:
        let cancelled = Gate()
        bench.send(
          Outer.child(
            outer,
            0,
            .own(
              Step { _ in
                .run { _ in
                  Task.cancel(id: 1)
                  cancelled.open()
                }
              }
            )
          )
        )
        await cancelled.wait()
        expected = ["parent"]
      }
      #expect(await bench.survivors() == expected, "\(canceller)")
    }
  }

  @Test(arguments: [Embedding.rows, .path])
  func siblingsMayUseTheSameID(_ embedding: Embedding) async {
    var state = Inner.State()
    for id in 0..<3 { state.embed(Twig.State(id: id), embedding) }
    let bench = Bench(state, work) { Inner(child: Twig()) }
    let work = work
    for id in 0..<3 {
      bench.send(
        Inner.child(
          embedding,
          id,
          Twig.Action { _ in
            work.run("\(id)").cancellable(id: "timer", cancelInFlight: true)
          }
        )
      )
    }
    bench.send(Inner.child(embedding, 1, Twig.Action { _ in .cancel(id: "timer") }))
    bench.send(
      Inner.child(
        embedding,
        2,
        Twig.Action { _ in
          work.run("again").cancellable(id: "timer", cancelInFlight: true)
        }
      )
    )
    #expect(await bench.survivors() == ["0", "again"])
  }

  @Test func taskCancellationInAnEffectBelongsToItsChild() async {
    var state = Inner.State()
    for id in 0..<2 { state.embed(Twig.State(id: id), .rows) }
    let bench = Bench(state, work) { Inner(child: Twig()) }
    let work = work
    let begun = [Gate(), Gate()]
    for id in 0..<2 {
      bench.send(
        Inner.child(
          .rows,
          id,
          Twig.Action { _ in
            .run { _ in
              try await withTaskCancellation(id: "timer") {
                begun[id].open()
                try await work.gate.pass()
                work.log.note("\(id)")
              }
            }
          }
        )
      )
    }
    for gate in begun { await gate.wait() }
    bench.send(Inner.child(.rows, 0, Twig.Action { _ in .cancel(id: "timer") }))
    #expect(await bench.survivors() == ["1"])
  }

  @Test(arguments: Embedding.allCases)
  func stagesOfAConcatenationGoWithTheChild(_ embedding: Embedding) async {
    var state = Inner.State()
    state.embed(Twig.State(), embedding)
    let bench = Bench(state, work) { Inner(child: Twig()) }
    let work = work
    let begun = Gate()
    bench.send(
      Inner.child(
        embedding,
        0,
        Twig.Action { _ in
          .concatenate(work.run("first", begun: begun), work.run("second").cancellable(id: 2), work.run("third"))
        }
      )
    )
    await begun.wait()
    bench.send(
      .own(
        Step { state in
          state.remove(0, embedding)
          return .none
        }
      )
    )
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.allCases)
  func nothingIsLeftOfTenThousandChildren(_ embedding: Embedding) async {
    // Evaluated once: in a generic feature that takes longer than all the rest.
    let body = Inner(child: Twig()).body
    let store = Store(initialState: Inner.State()) { body }
    let work = work
    var tasks: [StoreTask] = []
    for _ in 0..<10_000 {
      store.send(
        .own(
          Step { state in
            state.embed(Twig.State(), embedding)
            return .none
          }
        )
      )
      tasks.append(store.send(Inner.child(embedding, 0, Twig.Action { _ in work.run("child").cancellable(id: 1) })))
      store.send(
        .own(
          Step { state in
            state.remove(0, embedding)
            return .none
          }
        )
      )
    }
    for task in tasks { await task.finish() }
    #expect(store.core.hub.cancellations.isEmpty)
    #expect(!store.core.hub.cancellations.hasChildren)
    #expect(store.core.hub.effects.isSettled)
    #expect(work.log.entries.isEmpty)
  }
}
