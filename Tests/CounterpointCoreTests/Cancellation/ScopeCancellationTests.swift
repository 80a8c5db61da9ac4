import ControlledClocks
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// The cancellation ids of features that are composed by `Scope`.
@MainActor
@Suite struct ScopeCancellationTests {
  typealias Feature = Fork<Twig>

  /// A feature of the tree.
  enum Place: String, CaseIterable {
    case root, left, right, leftChild, rightChild

    /// The features that a cancellation by this one reaches.
    var reached: [Place] {
      switch self {
      case .root: Place.allCases
      case .left: [.left, .leftChild]
      case .right: [.right, .rightChild]
      case .leftChild, .rightChild: [self]
      }
    }

    func action(_ effect: Work) -> Feature.Action {
      switch self {
      case .root: .own(Step { _ in effect.make() })
      case .left: .left(.own(Step { _ in effect.make() }))
      case .right: .right(.own(Step { _ in effect.make() }))
      case .leftChild: .left(.optional(Twig.Action { _ in effect.make() }))
      case .rightChild: .right(.optional(Twig.Action { _ in effect.make() }))
      }
    }
  }

  /// An effect of any feature.
  struct Work: Sendable {
    enum Kind: Sendable {
      case wait, restart, cancel, cancelInside
    }

    let kind: Kind
    let name: String
    let waiting: WaitingWork

    func make<Action>() -> Effect<Action> {
      switch kind {
      case .wait: waiting.run(name).cancellable(id: 1)
      case .restart: waiting.run(name).cancellable(id: 1, cancelInFlight: true)
      case .cancel: .cancel(id: 1)
      case .cancelInside: .run { _ in Task.cancel(id: 1) }
      }
    }
  }

  let waiting = WaitingWork()

  private func makeBench() -> BenchOf<Feature> {
    var state = Feature.State()
    state.left.optional = Twig.State()
    state.right.optional = Twig.State()
    return Bench(state, waiting) { Feature(leaf: Twig()) }
  }

  private func work(_ kind: Work.Kind, _ name: String = "") -> Work {
    Work(kind: kind, name: name, waiting: waiting)
  }

  private func startAll(in bench: BenchOf<Feature>) {
    for place in Place.allCases { bench.send(place.action(work(.wait, place.rawValue))) }
  }

  private func spared(by place: Place) -> [String] {
    Place.allCases.filter { !place.reached.contains($0) }.map(\.rawValue)
  }

  @Test(arguments: Place.allCases)
  func aCancellationReachesItsFeatureAndTheDescendants(_ place: Place) async {
    let bench = makeBench()
    startAll(in: bench)
    bench.send(place.action(work(.cancel)))
    #expect(await bench.survivors() == spared(by: place).sorted())
  }

  @Test(arguments: Place.allCases)
  func soDoesOneInsideOfAnEffect(_ place: Place) async {
    let bench = makeBench()
    startAll(in: bench)
    await bench.store.send(place.action(work(.cancelInside))).finish()
    #expect(await bench.survivors() == spared(by: place).sorted())
  }

  @Test(arguments: Place.allCases)
  func soDoesAnEffectThatReplacesItsPredecessor(_ place: Place) async {
    let bench = makeBench()
    startAll(in: bench)
    bench.send(place.action(work(.restart, "new")))
    #expect(await bench.survivors() == (spared(by: place) + ["new"]).sorted())
  }

  /// The property of both children has one key path, because the scopes have children of one type.
  @Test func theRemovalOfAChildBelowAScopeSparesThatBelowAnother() async {
    let bench = makeBench()
    startAll(in: bench)
    bench.send(
      .left(
        .own(
          Step { state in
            state.optional = nil
            return .none
          }
        )
      )
    )
    #expect(await bench.survivors() == ["left", "right", "rightChild", "root"])
  }

  @Test func aScopeToTheWholeStateIsTheSameFeature() async {
    let waiting = waiting
    let bench = Bench(Feature.State(), waiting) {
      Feature(leaf: Twig(), part: { .cancel(id: 1) })
    }
    bench.send(.own(Step { _ in waiting.run("root").cancellable(id: 1) }))
    bench.send(.left(.own(Step { _ in waiting.run("left").cancellable(id: 1) })))
    bench.send(.part(0))
    #expect(await bench.survivors() == [])
  }

  @Test func eachFeatureDebouncesAndThrottlesItsOwnActions() async throws {
    let clock = TestClock()
    let seen = Recorder<String>()
    let store = Store(initialState: Feature.State()) { Feature(leaf: Twig()) }
    @Sendable nonisolated func note(_ name: String) -> Effect<Branch<Twig>.Action> {
      .send(
        .own(
          Step { _ in
            seen.note(name)
            return .none
          }
        )
      )
    }
    let debounced = [
      store.send(.left(.own(Step { _ in note("left").debounce(id: 1, for: .seconds(1), clock: clock) }))),
      store.send(.right(.own(Step { _ in note("right").debounce(id: 1, for: .seconds(1), clock: clock) }))),
    ]
    try await clock.waitForSleepers(2)
    await clock.advance(by: .seconds(1))
    for task in debounced { await task.finish() }
    #expect(seen.entries.sorted() == ["left", "right"])

    store.send(.left(.own(Step { _ in note("l").throttle(id: 2, for: .seconds(1), clock: clock, latest: false) })))
    store.send(.right(.own(Step { _ in note("r").throttle(id: 2, for: .seconds(1), clock: clock, latest: false) })))
    #expect(seen.entries.suffix(2) == ["l", "r"])
  }

  @Test func synchronousActionsOfAScopeNeedNoRuntime() {
    let seen = Recorder<Int>()
    let store = Store(initialState: Feature.State()) { Feature(leaf: Twig()) }
    store.send(
      .left(
        .own(
          Step { _ in
            .send(
              .own(
                Step { state in
                  seen.note(state.value)
                  return .none
                }
              )
            )
          }
        )
      )
    )
    #expect(seen.entries == [0])
  }
}
