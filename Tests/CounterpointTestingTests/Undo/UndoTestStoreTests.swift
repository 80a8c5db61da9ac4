import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

/// Histories in the assertions of a test store.
@Suite struct UndoTestStoreTests {
  private func makeStore(_ items: [Int] = []) -> TestStoreOf<Basket> {
    TestStore(initialState: Basket.State(items: items)) { Basket() }
  }

  @Test func eachStepOfTheHistoryIsAsserted() async {
    let store = makeStore([1])
    await store.send(.add(2)) {
      $0.history.record($0.items)
      $0.items = [1, 2]
    }
    await store.send(.addInGroup(3)) {
      $0.history.record($0.items)
      $0.items = [1, 2, 3]
    }
    // The same step.
    await store.send(.addInGroup(4)) { $0.items = [1, 2, 3, 4] }
    await store.send(.history(.undo)) { $0.items = $0.history.undo($0.items) }
    #expect(store.state.items == [1, 2])
    await store.send(.history(.redo)) { $0.items = $0.history.redo($0.items) }
    #expect(store.state.items == [1, 2, 3, 4])
    await store.send(.history(.clear)) { $0.history.clear() }
    await store.send(.history(.undo))
  }

  @Test func responsesAreAssertedLikeOtherActions() async {
    let store = makeStore()
    await store.send(.load)
    await store.receive(\.loaded, [7]) { $0.items = [7] }
    await store.send(.add(8)) {
      $0.history.record([7])
      $0.items = [7, 8]
    }
    await store.send(.history(.undo)) {
      $0.history.undo($0.items)
      $0.items = [7]
    }
  }

  @Test func aForgottenStepFails() async {
    let issues = await issues {
      let store = makeStore([1])
      await store.send(.add(2)) { $0.items = [1, 2] }
    }
    #expect(issues.count == 1)
    let message = issues.first?.message ?? ""
    #expect(message.contains("−     undoCount: 0,"))
    #expect(message.contains("+     undoCount: 1,"))
    #expect(message.contains("    $0.history.record([1])"))
  }

  @Test func aDifferentStepFails() async {
    let issues = await issues {
      let store = makeStore([1])
      await store.send(.add(2)) {
        $0.items = [1, 2]
        $0.history.record($0.items)
      }
    }
    let message = issues.first?.message ?? ""
    #expect(message.contains("−     undo: [1, 2]"))
    #expect(message.contains("+     undo: [1]"))
  }

  @Test func eachSuggestionIsTheCallThatPasses() async {
    func suggestion(_ prepare: [Basket.Action], _ action: Basket.Action, limit: Int = 100) async -> String {
      let issues = await issues {
        let store = TestStore(initialState: Basket.State()) { Basket(limit: limit) }
        await store.withExhaustivity(.off) {
          for action in prepare { await store.send(action) }
        }
        await store.send(action)
      }
      let lines = issues.first?.message.split(separator: "\n").map { $0.trimmingPrefix(while: { $0 == " " }) } ?? []
      return String(lines.first { $0.hasPrefix("$0.history") } ?? "")
    }
    #expect(await suggestion([], .add(1)) == "$0.history.record([])")
    #expect(await suggestion([.add(1)], .history(.undo)) == "$0.history.undo([1])")
    let undone: [Basket.Action] = [.add(1), .add(2), .history(.undo), .history(.undo)]
    #expect(await suggestion(undone, .history(.redo)) == "$0.history.redo([])")
    #expect(await suggestion([.add(1)], .history(.clear)) == "$0.history.clear()")
    #expect(await suggestion([.add(1), .add(2)], .add(3), limit: 2) == "$0.history.record([1, 2], limit: 2)")
    #expect(await suggestion([.add(1), .history(.undo)], .add(2)) == "$0.history.record([])")
  }
}

/// A feature with items that can be undone.
@Reducer
struct Basket {
  @ObservableState
  struct State: Equatable {
    var items: [Int] = []
    var history = UndoHistory<[Int]>()
  }

  enum Action: Equatable {
    case add(Int)
    case addInGroup(Int)
    case history(UndoAction)
    case load
    case loaded([Int])
  }

  var limit = 100

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let item), .addInGroup(let item):
        state.items.append(item)
        return .none
      case .load:
        return .send(.loaded([7]))
      case .loaded(let items):
        state.items = items
        return .none
      case .history:
        return .none
      }
    }
    .undoable(\.items, history: \.history, action: \.history, limit: limit) { action in
      switch action {
      case .addInGroup: .group("items")
      case .loaded: .excluded
      default: .step
      }
    }
  }
}
