@testable import CounterpointCore
import IdentifiedArrays
import Testing

/// The effects of children whose state `undoable` replaces.
@MainActor
@Suite struct UndoCancellationTests {
  private let work = WaitingWork()

  private func makeBench() -> BenchOf<Family> {
    Bench(Family.State(), work) { Family() }
  }

  private func start(_ name: String, _ embedding: Embedding, _ id: Int) -> Family.Action {
    let work = work
    return Family.child(embedding, id, Twig.Action { _ in work.run(name) })
  }

  @Test(arguments: Embedding.allCases)
  func theEffectsOfAChildThatIsUndoneAreCancelled(_ embedding: Embedding) async {
    let bench = makeBench()
    bench.send(Family.embed(0, embedding))
    bench.send(start("child", embedding, 0))
    bench.send(.history(.undo))
    #expect(!bench.store.core.hub.cancellations.hasChildren)
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.allCases)
  func thoseOfAChildThatStaysAreNot(_ embedding: Embedding) async {
    let bench = makeBench()
    bench.send(Family.embed(0, embedding))
    bench.send(start("child", embedding, 0))
    bench.send(
      Family.child(
        embedding,
        0,
        Twig.Action { twig in
          twig.value = 1
          return .none
        }
      )
    )
    bench.send(.history(.undo))
    bench.send(.history(.redo))
    #expect(bench.store.withState(\.history.undoCount) == 2)
    #expect(await bench.survivors() == ["child"])
  }

  @Test(arguments: [Embedding.rows, .path])
  func siblingsAreLeftAlone(_ embedding: Embedding) async {
    let bench = makeBench()
    for id in 0..<3 {
      bench.send(Family.embed(id, embedding))
      bench.send(start("\(id)", embedding, id))
    }
    bench.send(.history(.undo))
    bench.send(.history(.undo))
    #expect(await bench.survivors() == ["0"])
  }

  @Test(arguments: [Embedding.optional, .presented])
  func aChildWithAnotherIDIsAnotherChild(_ embedding: Embedding) async {
    let bench = makeBench()
    bench.send(Family.embed(0, embedding))
    bench.send(Family.embed(1, embedding))
    bench.send(start("1", embedding, 1))
    bench.send(.history(.undo))
    bench.send(start("0", embedding, 0))
    #expect(await bench.survivors() == ["0"])
  }

  @Test(arguments: Embedding.allCases)
  func theEffectsOfARedoneRemovalAreCancelled(_ embedding: Embedding) async {
    let bench = makeBench()
    bench.send(Family.embed(0, embedding))
    bench.send(.edit { $0 = Family.State.Members() })
    bench.send(.history(.undo))
    bench.send(start("child", embedding, 0))
    bench.send(.history(.redo))
    #expect(await bench.survivors() == [])
  }

  @Test func aCaseThatIsUndoneCancels() async {
    let bench = Bench(DoorKeeper.State(), work) { DoorKeeper() }
    let work = work
    bench.send(.door(.close))
    bench.send(.door(.closed(Twig.Action { _ in work.run("closed") })))
    bench.send(.door(.history(.undo)))
    bench.send(.door(.open(Twig.Action { _ in work.run("open") })))
    #expect(bench.store.withState(\.door) == .open(Twig.State()))
    #expect(await bench.survivors() == ["open"])
  }

  @Test func laterActionsAreTreatedAsUsual() async {
    let bench = makeBench()
    bench.send(Family.embed(0, .rows))
    bench.send(.history(.undo))
    bench.send(.history(.redo))
    bench.send(start("row", .rows, 0))
    bench.send(.edit { $0.optional = Twig.State() })
    bench.send(.edit { $0.rows.remove(id: 0) })
    #expect(await bench.survivors() == [])
  }
}
