import CaseKeyPaths
@testable import CounterpointCore
import CounterpointTestSupport
import Testing

/// `undoable` in a store.
@MainActor
@Suite struct UndoReducerTests {
  private func makeStore(_ sketch: Sketch = Sketch(), _ state: Sketch.State = .init()) -> StoreOf<Sketch> {
    Store(initialState: state) { sketch }
  }

  private func points(_ store: StoreOf<Sketch>) -> [Int] { store.withState(\.drawing.points) }

  @Test func changesAreUndoneAndRedone() {
    let store = makeStore()
    for point in 1...3 { store.send(.add(point)) }
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(points(store) == [1])
    store.send(.history(.redo))
    #expect(points(store) == [1, 2])
    #expect(store.withState(\.history.undoCount) == 2)
    #expect(store.withState(\.history.redoCount) == 1)
    store.send(.add(9))
    store.send(.history(.redo))
    #expect(points(store) == [1, 2, 9])
    store.send(.history(.clear))
    store.send(.history(.undo))
    #expect(store.withState { $0 } == Sketch.State(drawing: .init(points: [1, 2, 9])))
  }

  @Test func onlyChangesOfTheValueAreSteps() {
    let store = makeStore()
    store.send(.select(3))
    store.send(.title(""))
    store.send(.nothing)
    #expect(store.withState(\.history) == UndoHistory())
    store.send(.add(1))
    store.send(.select(1))
    #expect(store.withState(\.history.undoCount) == 1)
  }

  @Test func theReducerReceivesUndoActionsAfterTheRestoration() {
    let sketch = Sketch()
    let store = makeStore(sketch)
    store.send(.add(1))
    store.send(.add(2))
    store.send(.select(2))
    store.send(.history(.undo))
    #expect(store.withState(\.selection) == nil)
    store.send(.history(.redo))
    store.send(.history(.redo))
    let (undo, redo) = (Sketch.Action.history(.undo), Sketch.Action.history(.redo))
    #expect(
      sketch.log.entries == [
        "add(1) []", "add(2) [1]", "select(2) [1, 2]", "\(undo) [1]", "\(redo) [1, 2]", "\(redo) [1, 2]",
      ]
    )
  }

  @Test func typingInAFieldIsOneStep() {
    let store = makeStore()
    for title in ["T", "Ti", "Tit"] { store.send(.title(title)) }
    store.send(.nothing)
    store.send(.title("Title"))
    store.send(.add(1))
    store.send(.history(.undo))
    #expect(store.withState(\.drawing.title) == "Title")
    store.send(.history(.undo))
    #expect(store.withState(\.drawing) == Sketch.Drawing())
  }

  @Test func aDragIsOneStep() {
    let store = makeStore()
    store.send(.add(0))
    store.send(.dragBegan)
    for point in 1...3 { store.send(.add(point)) }
    store.send(.dragEnded)
    store.send(.dragBegan)
    store.send(.dragEnded)
    store.send(.add(4))
    #expect(store.withState(\.history.undoCount) == 3)
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(points(store) == [0])
  }

  @Test func anExcludedChangeStays() {
    let store = makeStore()
    store.send(.add(1))
    store.send(.loaded([7]))
    store.send(.add(2))
    store.send(.history(.undo))
    #expect(points(store) == [7])
    store.send(.history(.undo))
    #expect(points(store) == [])
    store.send(.history(.redo))
    #expect(points(store) == [7])
  }

  // MARK: Steps that change nothing

  private func can(_ store: StoreOf<Sketch>) -> [Bool] {
    store.withState { [$0.history.canUndo, $0.history.canRedo] }
  }

  @Test func aGroupThatEndsWhereItBeganCannotBeUndone() {
    let store = makeStore()
    store.send(.title("T"))
    store.send(.title(""))
    #expect(can(store) == [false, false])
    store.send(.history(.undo))
    #expect(can(store) == [false, false])
    store.send(.title("X"))
    store.send(.add(1))
    #expect(store.withState(\.history.undoCount) == 2)
    store.send(.history(.undo))
    store.send(.history(.undo))
    #expect(store.withState(\.drawing) == Sketch.Drawing())
    #expect(can(store) == [false, true])
  }

  @Test func aStepAfterAGroupThatChangedNothing() {
    let store = makeStore()
    store.send(.add(1))
    store.send(.dragBegan)
    store.send(.add(2))
    store.send(.loaded([1]))
    store.send(.dragEnded)
    #expect(can(store) == [true, false])
    store.send(.add(3))
    #expect(store.withState(\.history.undoCount) == 2)
    store.send(.history(.undo))
    #expect(points(store) == [1])
    store.send(.history(.undo))
    #expect(points(store) == [])
  }

  @Test func anExcludedChangeToTheValueBeforeTheStep() {
    let store = makeStore()
    store.send(.add(1))
    store.send(.loaded([]))
    #expect(can(store) == [false, false])
    store.send(.loaded([7]))
    #expect(can(store) == [true, false])
    store.send(.history(.undo))
    #expect(points(store) == [])
    #expect(can(store) == [false, true])
    store.send(.loaded([7]))
    #expect(can(store) == [false, false])
  }

  @Test func undoPassesOverAStepThatChangesNothing() {
    let store = makeStore()
    store.send(.add(1))
    store.send(.add(2))
    store.send(.loaded([1]))
    store.send(.history(.undo))
    #expect(points(store) == [])
    store.send(.history(.redo))
    #expect(points(store) == [1])
    #expect(can(store) == [true, false])
  }

  @Test func theLimitBoundsTheSteps() {
    let store = makeStore(Sketch(limit: 2))
    for point in 1...10 { store.send(.add(point)) }
    #expect(store.withState(\.history.undoCount) == 2)
    for _ in 0..<3 { store.send(.history(.undo)) }
    #expect(points(store) == Array(1...8))
    #expect(store.withState(\.history.redoCount) == 2)
  }

  @Test func changesByOuterReducersAreNoSteps() {
    let store = Store<Sketch.State, Sketch.Action>(initialState: Sketch.State()) {
      Sketch()
      Reduce<Sketch.State, Sketch.Action> { state, action in
        if action == .nothing { state.drawing.points.append(100) }
        return .none
      }
    }
    store.send(.nothing)
    #expect(store.withState(\.history) == UndoHistory())
    store.send(.add(1))
    store.send(.nothing)
    store.send(.history(.undo))
    #expect(store.withState(\.drawing.points) == [100])
  }

  @Test func anUnchangedValueIsNotCopied() {
    let store = makeStore(Sketch(), Sketch.State(drawing: .init(points: Array(0..<1_000))))
    func address() -> Int {
      store.withState { state in
        unsafe state.drawing.points.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    let before = address()
    for number in 0..<10 {
      store.send(.select(number))
      store.send(.title("\(number)"))
    }
    #expect(address() == before)
    // The history owns the old storage now.
    store.send(.add(1))
    #expect(address() != before)
    store.send(.history(.undo))
    #expect(address() == before)
  }

  @Test func aValueThatContainsItsHistoryIsReported() {
    struct State: Equatable {
      struct Part: Equatable {
        var number = 0
        var history = UndoHistory<Part>()
      }
      var other = 0
      var part = Part()
    }
    let line: UInt = #line + 2
    let reported = issues {
      _ = EmptyReducer<State, Sketch.Action>().undoable(\.part, history: \.part.history, action: \.history)
      _ = EmptyReducer<Sketch.State, Sketch.Action>().undoable(\.drawing, history: \.history, action: \.history)
    }
    #expect(reported.map(\.line) == [line])
    #expect(reported.first?.message.contains("received a value that contains its own history, 'Part'") ?? false)
  }
}
