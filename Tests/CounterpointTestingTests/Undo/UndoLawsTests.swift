import Counterpoint
import CounterpointTesting
import Testing

/// The laws of undo, in all sequences of actions of a feature up to a length, and in long random ones.
@Suite struct UndoLawsTests {
  /// Records the value and the history before each action, around a feature that can be undone.
  @Reducer
  struct Witness {
    @ObservableState
    struct State: Equatable {
      var value = 0
      var history = UndoHistory<Int>()
      var last: Last?
    }

    /// The last action, and the state before it.
    struct Last: Equatable {
      var action: Action
      var value: Int
      var history: UndoHistory<Int>
    }

    enum Action: Equatable {
      case set(Int)
      case type(Int)
      case begin
      case end
      case respond(Int)
      case history(UndoAction)
    }

    var limit: Int

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.last = Last(action: action, value: state.value, history: state.history)
        return .none
      }
      Reduce { state, action in
        switch action {
        case .set(let value), .type(let value), .respond(let value): state.value = value
        case .begin, .end, .history: break
        }
        return .none
      }
      .undoable(\.value, history: \.history, action: \.history, limit: limit) { action in
        switch action {
        case .type: .group("text")
        case .begin: .beginGroup
        case .end: .endGroup
        case .respond: .excluded
        default: .step
        }
      }
    }
  }

  private static let actions: [Witness.Action] = [
    .set(1), .set(2), .type(3), .type(4), .begin, .end, .respond(5), .history(.undo), .history(.redo), .history(.clear),
  ]

  private func invariants(limit: Int) -> [Invariant<Witness.State>] {
    [
      .always("the history is bounded") { $0.history.undoCount + $0.history.redoCount <= limit },
      .always("undo restores the value before the step that an action adds") { state in
        guard let last = state.last, state.history.undoCount > last.history.undoCount else { return true }
        if last.action == .history(.redo) { return true }
        var history = state.history
        return history.undo(state.value) == last.value
      },
      .always("redo after undo restores everything") { state in
        guard let last = state.last, last.action == .history(.undo), last.history.canUndo else { return true }
        var history = state.history
        return history.redo(state.value) == last.value
          && restorable(from: last.value, by: history) == restorable(from: last.value, by: last.history)
      },
      .always("undo after redo restores everything") { state in
        guard let last = state.last, last.action == .history(.redo), last.history.canRedo else { return true }
        var history = state.history
        return history.undo(state.value) == last.value
          && restorable(from: last.value, by: history) == restorable(from: last.value, by: last.history)
      },
      .always("undo and redo are possible if they change the value") { state in
        var (undone, redone) = (state.history, state.history)
        return state.history.canUndo == (undone.undo(state.value) != state.value)
          && state.history.canRedo == (redone.redo(state.value) != state.value)
      },
      .always("without a step nothing is restored") { state in
        guard let last = state.last else { return true }
        switch last.action {
        case .history(.undo): return last.history.canUndo || state.value == last.value && state.history == last.history
        case .history(.redo): return last.history.canRedo || state.value == last.value && state.history == last.history
        default: return true
        }
      },
      .always("a change removes the steps to redo, unless it is excluded") { state in
        guard let last = state.last, state.value != last.value else { return true }
        switch last.action {
        case .set, .type: return !state.history.canRedo
        case .respond: return state.history == last.history
        default: return true
        }
      },
      .always("an action that changes nothing keeps the steps") { state in
        guard let last = state.last, state.value == last.value else { return true }
        if case .history = last.action { return true }
        return state.history == last.history
      },
      .always("clear keeps the value") { state in
        guard let last = state.last, last.action == .history(.clear) else { return true }
        return state.value == last.value && state.history == UndoHistory()
      },
    ]
  }

  /// Returns the values that undo and redo restore, up to the ends.
  private func restorable(from value: Int, by history: UndoHistory<Int>) -> [[Int]] {
    func values(_ restore: (inout UndoHistory<Int>, Int) -> Int) -> [Int] {
      var (history, value, values) = (history, value, [Int]())
      while true {
        let restored = restore(&history, value)
        if restored == value { return values }
        values.append(restored)
        value = restored
      }
    }
    return [values { $0.undo($1) }, values { $0.redo($1) }]
  }

  /// The exploration ends by its depth, on a slow machine and under a sanitizer as well.
  private let budget = ExplorationBudget(time: .seconds(1_200))

  @Test(arguments: [1, 2, 100])
  func allShortSequences(limit: Int) async {
    let report = await explore(
      Witness.State(),
      depth: 4,
      budget: budget,
      invariants: invariants(limit: limit)
    ) { _ in
      Self.actions
    } reducer: {
      Witness(limit: limit)
    }
    #expect(report.counterexample == nil)
    #expect(report.depth == 4)
  }

  @Test(arguments: [1, 3, 100])
  func longRandomSequences(limit: Int) async {
    let report = await explore(
      Witness.State(),
      depth: 40,
      strategy: .random(seed: limit, runs: 100),
      budget: budget,
      invariants: invariants(limit: limit)
    ) { _ in
      Self.actions
    } reducer: {
      Witness(limit: limit)
    }
    #expect(report.counterexample == nil)
    #expect(report.runs == 100)
  }
}
