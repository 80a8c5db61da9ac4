@testable import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import IdentifiedArrays
import Testing

/// The effects of mounts belong to their feature.
@MainActor
@Suite struct MountEffectTests {
  typealias Parent = Branch<Noted<Twig>>

  let log = Recorder<String>()
  let work = WaitingWork()

  /// A parent whose children wait from their mount on.
  private func makeBench(_ state: Parent.State = Parent.State()) -> BenchOf<Parent> {
    let (log, work) = (log, work)
    return Bench(state, work) {
      Parent(child: Noted("child", log, effect: { work.run("child\($0.id)") }, Twig()))
    }
  }

  @Test(arguments: Embedding.allCases, Position.allCases)
  func theyAreCancelledWithTheFeature(_ embedding: Embedding, _ position: Position) async {
    let bench = makeBench()
    bench.send(Parent.edit { $0.embed(Twig.State(id: 1), embedding) })
    #expect(bench.store.core.hub.cancellations.isEmpty == false)
    bench.send(Parent.edit(position) { $0.remove(1, embedding) })
    #expect(bench.store.core.hub.cancellations.isEmpty)
    #expect(await bench.survivors() == [])
  }

  @Test(arguments: Embedding.allCases)
  func thoseOfAFeatureThatStaysAreNot(_ embedding: Embedding) async {
    let bench = makeBench()
    bench.send(Parent.edit { $0.embed(Twig.State(id: 1), embedding) })
    bench.send(Parent.edit(.after) { $0.value += 1 })
    bench.send(Parent.edit { $0.embed(Twig.State(id: 1, value: 5), embedding) })
    #expect(await bench.survivors() == ["child1"])
  }

  @Test func anotherRowHasAnEffectOfItsOwn() async {
    let bench = makeBench()
    bench.send(Parent.edit { $0.rows = [Twig.State(id: 1), Twig.State(id: 2), Twig.State(id: 3)] })
    bench.send(Parent.edit { $0.rows.remove(id: 2) })
    #expect(await bench.survivors() == ["child1", "child3"])
  }

  @Test(arguments: [Embedding.optional, .presented, .rows])
  func aChildThatAnOuterReducerAddsAgainHasANewEffect(_ embedding: Embedding) async {
    let (log, work) = (log, work)
    let bench = Bench(Parent.State(), work) {
      CombineReducers {
        Parent(child: Noted("child", log, effect: { work.run("child\($0.value)") }, Twig()))
        Reduce<Parent.State, Parent.Action> { state, action in
          if case .own = action { state.embed(Twig.State(id: 1, value: state.value), embedding) }
          return .none
        }
      }
    }
    bench.send(Parent.edit { $0.value = 1 })
    bench.send(
      Parent.edit { state in
        state.value = 2
        state.remove(1, embedding)
      }
    )
    #expect(await bench.survivors() == ["child2"])
  }

  @Test func theRootWaitsForNoAction() async {
    let work = work
    let bench = Bench(Twig.State(), work) { Twig().onMount { _ in work.run("root") } }
    bench.send(Twig.Action { _ in .none })
    work.gate.open()
    await bench.store.core.hub.effects.settle()
    #expect(work.log.entries == ["root"])
  }

  @Test func theEndOfTheStoreCancelsThemAndDismountsNothing() async {
    let (log, begun, gate, ended) = (log, Gate(), Gate(), Gate())
    var store: StoreOf<Twig>? = Store(initialState: Twig.State(), on: MainActor.shared) {
      Twig()
        .onMount { _ in
          .run { _ in
            begun.open()
            await withTaskCancellationHandler {
              await gate.wait()
            } onCancel: {
              log.note("canceled")
              ended.open()
            }
          }
        }
        .onDismount { _ in
          log.note("dismounted")
          return .none
        }
    }
    #expect(store != nil)
    await begun.wait()
    store = nil
    await ended.wait()
    #expect(log.text == "canceled")
  }

  @Test func anActionIsHandledBeforeTheFirstOne() {
    let store = Store(initialState: Twig.State(), on: MainActor.shared) {
      Twig().onMount { _ in
        .send(
          Twig.Action { state in
            state.rows.append(1)
            return .none
          }
        )
      }
    }
    #expect(store.withState(\.rows) == [1])
  }

  // MARK: With a value

  @Test func aChangedValueStartsAgain() async {
    let work = work
    let bench = Bench(Twig.State(), work) {
      Twig().onMount(id: \.value) { state in work.run("\(state.value)") }
    }
    func set(_ value: Int) {
      bench.send(
        Twig.Action { state in
          state.value = value
          state.rows.append(value)
          return .none
        }
      )
    }
    set(0)
    set(1)
    set(1)
    set(2)
    #expect(await bench.survivors() == ["2"])
  }

  @Test func noEffectForTheNewValueCancelsTheOldOne() async {
    let work = work
    let bench = Bench(Twig.State(), work) {
      Twig().onMount(id: \.value) { state in state.value < 2 ? work.run("\(state.value)") : .none }
    }
    bench.send(
      Twig.Action { state in
        state.value = 2
        return work.run("action")
      }
    )
    #expect(await bench.survivors() == ["action"])
  }

  @Test func rowsHaveValuesOfTheirOwn() async {
    let work = work
    let bench = Bench(Branch<Valued>.State(), work) { Branch(child: Valued(work: work)) }
    bench.send(Branch<Valued>.edit { $0.rows = [Twig.State(id: 1), Twig.State(id: 2), Twig.State(id: 3)] })
    bench.send(Branch<Valued>.edit(.after) { $0.rows[id: 2]?.value = 5 })
    #expect(await bench.survivors() == ["1:0", "2:5", "3:0"])
  }

  // MARK: Context

  @Test func aPresentedFeatureCanDismissItself() async {
    typealias Feature = Branch<Dismissing>
    let store = Store(initialState: Feature.State(), on: MainActor.shared) { Feature(child: Dismissing()) }
    await store.send(Feature.edit { $0.presented = Twig.State(id: 1) }).finish()
    #expect(store.withState { $0.presented } == nil)
    await store.send(Feature.edit { $0.path = [Twig.State(id: 1)] }).finish()
    #expect(store.withState { $0.path.isEmpty })
  }

  @Test func hooksHaveTheDependenciesOfTheirReducer() {
    let log = log
    let store = Store(initialState: Parent.State(), on: MainActor.shared) {
      Branch(child: Noted("child", log, effect: { _ in log.noteMode() }, Twig()))
        .dependency(\.mode, "overridden")
    }
    store.send(Parent.edit { $0.optional = Twig.State(id: 1) })
    #expect(log.text == "+child1 overridden")
  }

  // MARK: Time travel

  @Test func timeTravelCallsNoHook() async throws {
    let bench = makeBench()
    let core = try #require(bench.store.core as? RootCore<Parent.State, Parent.Action>)
    core.attach(Spectator())
    bench.send(Parent.edit { $0.rows = [Twig.State(id: 1)] })
    core.show(Parent.State(), with: nil)
    core.showLiveState()
    #expect(log.text == "+child1")
    core.restart(from: Parent.State(), after: 0)
    bench.send(Parent.edit { $0.value += 1 })
    #expect(log.text == "+child1")
    bench.send(Parent.edit { $0.rows = [Twig.State(id: 1), Twig.State(id: 2)] })
    #expect(log.text == "+child1 +child1 +child2")
    work.gate.open()
    await core.hub.effects.settle()
    #expect(work.log.entries.sorted() == ["child1", "child2"])
  }
}

/// An instrument that observes nothing.
private final class Spectator: StoreInstrument {
  typealias State = Branch<Noted<Twig>>.State
  typealias Action = Branch<Noted<Twig>>.Action
}

/// A feature whose effect waits for its value.
struct Valued: Reducer {
  typealias State = Twig.State
  typealias Action = Twig.Action

  let work: WaitingWork

  var body: some ReducerOf<Self> {
    Twig().onMount(id: \.value) { state in work.run("\(state.id):\(state.value)") }
  }
}

/// A feature that dismisses itself when mounted.
struct Dismissing: Reducer {
  typealias State = Twig.State
  typealias Action = Twig.Action

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Twig().onMount { _ in .run { _ in await dismiss() } }
  }
}

extension Recorder where Entry == String {
  fileprivate func noteMode() -> Effect<Twig.Action> {
    @Dependency(\.mode) var mode
    note(mode)
    return .none
  }
}

private enum ModeKey: DependencyKey {
  static var liveValue: String { "live" }
  static var testValue: String { "test" }
}

extension DependencyValues {
  fileprivate var mode: String {
    get { self[ModeKey.self] }
    set { self[ModeKey.self] = newValue }
  }
}
