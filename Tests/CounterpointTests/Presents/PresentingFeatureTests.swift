import Counterpoint
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
import Testing

@Reducer
struct PresentedEditor {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var rows: [Int] = []
  }

  enum Action {
    case rename(String)
    case touch(row: Int)
    case closeTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let title):
        state.title = title
        return .none
      case .touch(let row):
        state.rows[row] += 1
        return .none
      case .closeTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
enum PresentingDestination {
  case editor(PresentedEditor)
  case alert(AlertState<Answer>)

  enum Answer: Sendable {
    case yes
  }
}

@Reducer
struct PresentingFeature {
  @ObservableState
  struct State {
    @Presents var editor: PresentedEditor.State?
    @Presents var destination: PresentingDestination.State?
    var path = StackState<PresentingDestination.State>()
    var rows: [Int] = []
  }

  enum Action {
    case editor(PresentationAction<PresentedEditor.Action>)
    case destination(PresentationAction<PresentingDestination.Action>)
    case path(StackActionOf<PresentingDestination>)
    case present
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .present = action { state.editor = PresentedEditor.State() }
      return .none
    }
    .ifLet(\.$editor, action: \.editor) { PresentedEditor() }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

/// A feature that presents others, written as its author would: with the macros.
@MainActor
@Suite struct PresentingFeatureTests {
  private func told(of read: () -> Void, during change: () -> Void) -> Int {
    let count = Locked(0)
    withObservationTracking(read) { count.withLock { $0 += 1 } }
    change()
    return count.withLock { $0 }
  }

  @Test func whoReadsThePresentedChildIsTold() {
    let store = Store(initialState: PresentingFeature.State()) { PresentingFeature() }
    #expect(told(of: { _ = store.editor }) { store.send(.present) } == 1)
    #expect(told(of: { _ = store.editor }) { store.send(.editor(.presented(.rename("a")))) } == 0)
    #expect(told(of: { _ = store.editor?.title }) { store.send(.editor(.presented(.rename("b")))) } == 1)
    #expect(told(of: { _ = store.editor }) { store.send(.editor(.dismiss)) } == 1)
    #expect(store.editor == nil)
  }

  @Test func thePresentedChildIsChangedInPlace() {
    let store = Store(
      initialState: PresentingFeature.State(editor: PresentedEditor.State(rows: Array(repeating: 0, count: 100_000)))
    ) {
      PresentingFeature()
    }
    func address() -> Int {
      store.withState { state in
        unsafe state.editor?.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } ?? 0
      }
    }
    let before = address()
    for row in 0..<10 { store.send(.editor(.presented(.touch(row: row)))) }
    #expect(address() == before)
    #expect(store.withState { $0.editor?.rows[9] } == 1)
  }

  @Test func aDestinationIsRunByItsOwnReducer() async {
    let store = Store(
      initialState: PresentingFeature.State(destination: .editor(PresentedEditor.State()))
    ) {
      PresentingFeature()
    }
    store.send(.destination(.presented(.editor(.rename("Fugue")))))
    #expect(store.destination?.editor?.title == "Fugue")
    await store.send(.destination(.presented(.editor(.closeTapped)))).finish()
    #expect(store.withState { $0.destination == nil })
  }

  @Test func anAlertAmongDestinationsIsGoneOnceTheUserHasChosen() {
    let alert = AlertState<PresentingDestination.Answer> { TextState("Sure?") }
    let store = Store(initialState: PresentingFeature.State(destination: .alert(alert))) { PresentingFeature() }
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.withState { $0.destination == nil })
  }

  @Test func elementsOfAStackAreRunByTheirOwnReducer() async {
    let store = Store(initialState: PresentingFeature.State()) { PresentingFeature() }
    store.send(.path(.push(id: 0, state: .editor(PresentedEditor.State()))))
    store.send(.path(.element(id: 0, action: .editor(.rename("Fugue")))))
    #expect(store.withState { $0.path[id: 0, case: \.editor]?.title } == "Fugue")
    #expect(told(of: { _ = store.path }) { store.send(.path(.element(id: 0, action: .editor(.rename("Canon"))))) } == 0)
    await store.send(.path(.element(id: 0, action: .editor(.closeTapped)))).finish()
    #expect(store.withState { $0.path.isEmpty })
  }
}
