import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Testing

/// A store finds the hooks in its features, and pays nothing if there are none.
@MainActor
@Suite struct LifecycleSearchTests {
  let log = Recorder<String>()

  private func hasLifecycle<R: Reducer>(_ state: R.State, _ reducer: R) -> Bool {
    let store = Store(initialState: state, on: MainActor.shared) { reducer }
    return (store.core as? RootCore<R.State, R.Action>)?.lifecycle != nil
  }

  @Test func aTreeWithoutHooksHasNoLifecycle() {
    #expect(!hasLifecycle(Twig.State(), Twig()))
    #expect(!hasLifecycle(Branch<Twig>.State(), Branch(child: Twig())))
    #expect(!hasLifecycle(Choice.State.empty, Choice()))
    #expect(!hasLifecycle(Twig.State(), Twig().onChange(of: \.value) { _, _ in .none }))
    let store = Store(initialState: Branch<Twig>.State(), on: MainActor.shared) { Branch(child: Twig()) }
    store.send(Branch<Twig>.edit { $0.optional = Twig.State() })
    #expect(!store.core.hub.cancellations.hasChildren)
  }

  @Test func aHookIsFoundAtAnyDepth() {
    let noted = Noted("a", log, Twig())
    #expect(hasLifecycle(Twig.State(), noted))
    #expect(hasLifecycle(Branch<Noted<Twig>>.State(), Branch(child: noted)))
    #expect(hasLifecycle(Branch<Branch<Noted<Twig>>>.State(), Branch(child: Branch(child: noted))))
    #expect(hasLifecycle(Twig.State(), noted.onChange(of: \.value) { _, _ in .none }._printChanges(nil).signpost()))
    #expect(hasLifecycle(Twig.State(), Conditional(isFirst: false, log: log)))
    #expect(log.text == "+a0 +a0 +b0 +c0")
  }

  /// The body that `@Reducer` writes for an enum has an erased type.
  @Test func aHookIsFoundBehindTheErasedBodyOfAnEnum() {
    Erased.$log.withValue(log) {
      let store = Store(initialState: Erased.State.left(Twig.State(id: 1)), on: MainActor.shared) { Erased() }
      #expect(log.text == "+left1")
      store.send(.clear)
      #expect(log.text == "+left1 -left1")
    }
  }

  @Test func aHiddenHookIsReported() {
    let reported = issues {
      let hidden: any Reducer<Twig.State, Twig.Action> = Noted("a", log, Twig())
      let store = Store(initialState: Twig.State(), on: MainActor.shared) { hidden }
      for _ in 0..<3 { store.send(Twig.Action { _ in .none }) }
    }
    // One for each of the two hooks.
    #expect(reported.count == 2)
    #expect(reported.allSatisfy { $0.headline.contains("is never called, because the store did not find it.") })
    #expect(reported.allSatisfy { $0.fileID.hasSuffix("Noted.swift") })
    #expect(log.entries == [])
  }

  @Test func aHookHiddenByAReducerIsReportedInAStoreWithOthers() {
    let reported = issues {
      let store = Store(initialState: Twig.State(), on: MainActor.shared) {
        Wrapper(base: Twig().onMount { _ in .none })
        EmptyReducer<Twig.State, Twig.Action>().onMount { [log] _ in
          log.note("found")
          return .none
        }
      }
      for _ in 0..<3 { store.send(Twig.Action { _ in .none }) }
    }
    // One when the store was made, and one for the hook that an action has reached.
    #expect(reported.count == 2)
    #expect(reported.last?.headline.contains("is never called, because the store did not find it.") == true)
    #expect(log.text == "found")
  }

  @Test func aHookOfAMountedFeatureIsNotReported() {
    typealias Parent = Branch<Noted<Twig>>
    let log = log
    let reported = issues {
      let store = Store(initialState: Parent.State(), on: MainActor.shared) {
        Parent(child: Noted("row", log, Twig()))
      }
      store.send(Parent.edit(.before) { $0.rows = [Twig.State(id: 1)] })
      store.send(.rows(.element(id: 1, action: Twig.Action { _ in .none })))
    }
    #expect(reported.isEmpty)
    #expect(log.text == "+row1")
  }
}

/// A reducer that hides another one.
private struct Wrapper<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }
}

/// A body with branches and a loop.
private struct Conditional: Reducer {
  typealias State = Twig.State
  typealias Action = Twig.Action

  let isFirst: Bool
  let log: Recorder<String>

  var body: some ReducerOf<Self> {
    if isFirst { Noted("a", log, Twig()) } else { Noted("b", log, Twig()) }
    for name in ["c"] { Noted(name, log, Twig()) }
  }
}

/// An enum of features whose body is type-erased.
private struct Erased: CaseReducer {
  enum State: CasePathable, CaseReducerState {
    case left(Twig.State)
    case empty

    typealias StateReducer = Erased

    struct AllCasePaths: Sendable {
      var left: AnyCasePath<State, Twig.State> {
        AnyCasePath(embed: State.left, extract: { if case .left(let twig) = $0 { twig } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable {
    case left(Twig.Action)
    case clear

    struct AllCasePaths: Sendable {
      var left: AnyCasePath<Action, Twig.Action> {
        AnyCasePath(embed: Action.left, extract: { if case .left(let action) = $0 { action } else { nil } })
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @TaskLocal static var log = Recorder<String>()

  static var body: Reduce<State, Action> {
    Reduce<State, Action> { state, action in
      if case .clear = action { state = .empty }
      return .none
    }
    .ifCaseLet(\.left, action: \.left) { Noted("left", log, Twig()) }
    .eraseToReduce()
  }

  static func scope(_ store: Store<State, Action>) {}
}
