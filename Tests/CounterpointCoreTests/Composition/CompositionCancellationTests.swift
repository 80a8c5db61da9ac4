@testable import CounterpointCore
import Testing

/// A child's effects when the child is removed, replaced or changed.
@MainActor
@Suite struct CompositionCancellationTests {
  typealias Feature = Branch<Twig>

  let work = WaitingWork()

  private func makeBench(_ children: [Twig.State], _ embedding: Embedding) -> BenchOf<Feature> {
    var state = Feature.State()
    for child in children { state.embed(child, embedding) }
    return Bench(state, work) { Feature(child: Twig()) }
  }

  private func start(_ name: String, _ embedding: Embedding, _ id: Int = 0, begun: Gate? = nil) -> Feature.Action {
    let work = work
    return Feature.child(embedding, id, Twig.Action { _ in work.run(name, begun: begun) })
  }

  private func own(_ edit: @escaping @Sendable (inout Feature.State) -> Void) -> Feature.Action {
    .own(
      Step { state in
        edit(&state)
        return .none
      }
    )
  }

  @Test(arguments: Embedding.allCases, [false, true])
  func theEffectsOfARemovedChildAreCancelled(_ embedding: Embedding, afterTheyBegan: Bool) async {
    let bench = makeBench([Twig.State()], embedding)
    let begun = Gate()
    bench.send(start("child", embedding, begun: begun))
    if afterTheyBegan { await begun.wait() }
    #expect(bench.store.core.hub.cancellations.hasChildren)
    bench.send(own { $0.remove(0, embedding) })
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.allCases)
  func thoseOfAChildThatStaysAreNot(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("child", embedding))
    bench.send(own { $0.value += 1 })
    bench.send(own { $0.embed(Twig.State(value: 5), embedding) })
    bench.send(
      own { state in
        state.remove(0, embedding)
        state.embed(Twig.State(value: 6), embedding)
      }
    )
    #expect(bench.store.withState { $0.child(0, embedding)?.value } == 6)
    #expect(await bench.survivors() == ["child"])
  }

  @Test(arguments: [Embedding.optional, .presented])
  func anotherIDCancels(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("old", embedding))
    bench.send(own { $0.embed(Twig.State(id: 1), embedding) })
    bench.send(start("new", embedding))
    #expect(await bench.survivors() == ["new"])
  }

  @Test(arguments: [Embedding.rows, .path])
  func siblingsAreLeftAlone(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State(id: 0), Twig.State(id: 1), Twig.State(id: 2)], embedding)
    for id in 0..<3 { bench.send(start("\(id)", embedding, id)) }
    bench.send(own { $0.remove(1, embedding) })
    #expect(await bench.survivors() == ["0", "2"])
  }

  @Test(arguments: Embedding.allCases)
  func parentsAndOtherChildrenAndOtherStoresAreLeftAlone(_ embedding: Embedding) async {
    var state = Feature.State()
    for embedding in Embedding.allCases { state.embed(Twig.State(), embedding) }
    let bench = Bench(state, work) { Feature(child: Twig()) }
    let other = Bench(state, work) { Feature(child: Twig()) }
    let work = work
    bench.send(.own(Step { _ in work.run("parent") }))
    for embedding in Embedding.allCases { bench.send(start("\(embedding)", embedding)) }
    other.send(start("elsewhere", embedding))
    bench.send(own { $0.remove(0, embedding) })
    let expected = ["elsewhere", "parent"] + Embedding.allCases.filter { $0 != embedding }.map { "\($0)" }
    _ = await bench.survivors()
    #expect(await other.survivors() == expected.sorted())
  }

  @Test(arguments: Embedding.allCases)
  func effectsOfTheReductionThatRemovesTheChildAreSpared(_ embedding: Embedding) async {
    let bench = Bench(makeBench([Twig.State()], embedding).store.withState { $0 }, work) {
      Feature(child: Twig()) { state, action in
        if case .own = action { return .none }
        if state.value == 1 { state.remove(0, embedding) }
        return .none
      }
    }
    bench.send(start("timer", embedding))
    bench.send(own { $0.value = 1 })
    bench.send(start("save", embedding))
    #expect(bench.store.withState { $0.child(0, embedding) } == nil)
    // Later actions do not find it either.
    bench.send(own { $0.value = 0 })
    bench.send(own { $0.embed(Twig.State(), embedding) })
    bench.send(own { $0.remove(0, embedding) })
    #expect(await bench.survivors() == ["save"])
  }

  @Test(arguments: Embedding.allCases)
  func aChildThatIsAddedAgainIsAnotherChild(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("first", embedding))
    bench.send(own { $0.remove(0, embedding) })
    bench.send(own { $0.embed(Twig.State(), embedding) })
    bench.send(start("second", embedding))
    #expect(await bench.survivors() == ["second"])
  }

  @Test(arguments: Embedding.presentations)
  func aRemovalByAReducerOutsideIsNoticedByTheNextAction(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("child", embedding))
    bench.send(
      .after(
        Step { state in
          state.remove(0, embedding)
          return .none
        }
      )
    )
    bench.send(own { _ in })
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.presentations)
  func aRemovalByAReducerThatRunsEarlierIsNoticedInTheSameSend(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("child", embedding))
    bench.send(
      .before(
        Step { state in
          state.remove(0, embedding)
          return .none
        }
      )
    )
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.presentations)
  func effectsAreCancelledIfTheWholeParentIsReplaced(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("child", embedding))
    bench.send(
      .before(
        Step { state in
          state = Feature.State()
          return .none
        }
      )
    )
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: [Embedding.optional, .rows])
  func thePlainOperatorsDoNotNoticeRemovalsByOthers(_ embedding: Embedding) async {
    let bench = makeBench([Twig.State()], embedding)
    bench.send(start("child", embedding))
    bench.send(
      .before(
        Step { state in
          state.remove(0, embedding)
          return .none
        }
      )
    )
    bench.send(own { _ in })
    #expect(await bench.survivors() == ["child"])
  }

  @Test func aPresentedChildThatChangesItsOwnIDLosesItsEffectsAtOnce() async {
    let bench = makeBench([Twig.State()], .presented)
    let work = work
    bench.send(start("old", .presented))
    bench.send(
      Feature.child(
        .presented,
        0,
        Twig.Action { state in
          state.id = 1
          return work.run("new")
        }
      )
    )
    #expect(await bench.survivors() == ["new"])
  }

  @Test func anOptionalChildWithAChangedIDLosesItsEffectsAtItsRemoval() async {
    let work = work
    let change = Feature.child(
      .optional,
      0,
      Twig.Action { state in
        state.id = 1
        return work.run("new")
      }
    )
    let bench = makeBench([Twig.State()], .optional)
    bench.send(start("old", .optional))
    bench.send(change)
    #expect(await bench.survivors() == ["new", "old"])

    let other = WaitingWork()
    let second = Bench(Feature.State(optional: Twig.State()), other) { Feature(child: Twig()) }
    second.send(Feature.child(.optional, 0, Twig.Action { _ in other.run("old") }))
    second.send(
      Feature.child(
        .optional,
        0,
        Twig.Action { state in
          state.id = 1
          return other.run("new")
        }
      )
    )
    second.send(own { $0.optional = nil })
    #expect(await second.survivors() == [])
  }
}
