import Counterpoint
import Testing

/// Law 4 for observable state: an edit in place copies nothing, with and without observers.
@Suite struct ObservableStateInPlaceTests {
  private func address(_ array: [Int]) -> Int {
    unsafe array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func throughTheProperties() {
    var state = Table(rows: Array(repeating: 0, count: 1000))
    let before = address(state.rows)
    state.rows[3] += 1
    #expect(address(state.rows) == before)
    #expect(state.rows[3] == 1)
  }

  @Test func throughChildren() {
    var state = Sheet(table: Table(rows: Array(repeating: 0, count: 1000)))
    let before = address(state.table.rows)
    state.table.rows[3] += 1
    #expect(address(state.table.rows) == before)
    state.optional = state.table
    state.table = Table(rows: [])
    state.optional?.rows[3] += 1
    #expect(state.optional.map { address($0.rows) } == before)
  }

  @MainActor @Test func throughTheStoredPropertyOfAReducerOfAPart() {
    let store = Store(initialState: Sheet(table: Table(rows: Array(repeating: 0, count: 1000)))) { SheetEditor() }
    let before = store.withState { address($0.table.rows) }
    store.send(.table(3))
    #expect(store.withState { address($0.table.rows) } == before)
    #expect(notifications(reading: { _ = store.table.rows }, during: { store.send(.table(3)) }) == 1)
    #expect(store.withState { address($0.table.rows) } == before)
    #expect(store.withState { $0.table.rows[3] } == 2)
  }

  @Test func whereAPropertyIsStored() throws {
    #expect(fields(of: Table.self).contains(\.rows))
    #expect(!fields(of: Table.self).contains(\.sum))
    #expect(!fields(of: Table.self).contains(\.rows.count))
  }
}

@ObservableState
struct Table {
  var rows: [Int]

  var sum: Int { rows.reduce(0, +) }
}

@ObservableState
struct Sheet {
  var table: Table
  var optional: Table?
}

private struct SheetEditor: Reducer {
  @CasePathable
  enum Action {
    case table(Int)
  }

  var body: some Reducer<Sheet, Action> {
    Scope(\.table, action: \.table) {
      Reduce { state, row in
        state.rows[row] += 1
        return .none
      }
    }
  }
}
