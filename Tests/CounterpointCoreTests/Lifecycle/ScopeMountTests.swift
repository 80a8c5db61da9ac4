@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// The lifecycle of features below scopes, which have one type and one key path from their parents.
@MainActor
@Suite struct ScopeMountTests {
  typealias Feature = Fork<Noted<Twig>>
  typealias Child = Branch<Noted<Twig>>

  let log = Recorder<String>()
  let work = WaitingWork()

  private func makeBench(left: Int?, right: Int?) -> BenchOf<Feature> {
    var state = Feature.State()
    state.left.optional = left.map { Twig.State(id: $0) }
    state.right.optional = right.map { Twig.State(id: $0) }
    return Bench(state, work) { [work] in
      Feature(leaf: Noted("leaf", log, effect: { work.run("\($0.id)").cancellable(id: 1) }, Twig()))
    }
  }

  @Test func aChildIsMountedAndDismountedAlone() async {
    let bench = makeBench(left: 1, right: nil)
    bench.send(.right(Child.edit { $0.optional = Twig.State(id: 2) }))
    #expect(log.text == "+leaf1 +leaf2")
    bench.send(.left(Child.edit { $0.optional = nil }))
    #expect(log.text == "+leaf1 +leaf2 -leaf1")
    bench.send(.left(Child.edit { $0.optional = Twig.State(id: 3) }))
    #expect(log.text == "+leaf1 +leaf2 -leaf1 +leaf3")
    #expect(await bench.survivors() == ["2", "3"])
  }

  /// Both children have the same identity.
  @Test func aReplacementMountsAgainOnlyWhatItReplaces() async {
    let bench = makeBench(left: 1, right: 1)
    #expect(log.text == "+leaf1 +leaf1")
    bench.send(.left(Child.edit { $0.optional = nil }))
    #expect(log.text == "+leaf1 +leaf1 -leaf1")
    bench.send(.right(Child.edit { $0.value += 1 }))
    #expect(log.text == "+leaf1 +leaf1 -leaf1")
    #expect(await bench.survivors() == ["1"])
  }

  @Test(arguments: [false, true])
  func theEffectOfAMountHasTheIDsOfItsFeature(_ isLeft: Bool) async {
    let bench = makeBench(left: 1, right: 2)
    let cancel = Child.child(.optional, 0, Twig.Action { _ in .cancel(id: 1) })
    bench.send(isLeft ? .left(cancel) : .right(cancel))
    #expect(await bench.survivors() == [isLeft ? "2" : "1"])
  }
}
