import Counterpoint
import Foundation

/// A feature whose state has a part of each kind, of any size.
@Reducer
struct Ledger {
  @ObservableState
  struct Row: Codable, Equatable, Identifiable {
    let id: Int
    var count = 0
    var title: String
    var note: Note?
  }

  @ObservableState
  struct Note: Codable, Equatable {
    var text = ""
    var stars: [Int] = []
  }

  struct Entry: Codable, Equatable, Identifiable {
    let id: Int
    var amount = 0
    var title: String
  }

  @CasePathable
  enum Mode: Codable, Equatable {
    case idle
    case editing(Note)
  }

  @ObservableState
  struct State: Codable, Equatable {
    var text = ""
    var isLoading = false
    var alert: String?
    var balance = 100
    var note = Note()
    var mode = Mode.idle
    var rows: IdentifiedArrayOf<Row> = []
    var plainRows: [Row] = []
    var entries: IdentifiedArrayOf<Entry> = []
    var numbers: [Int] = []
    var totals: [String: Int] = [:]
    var tags: Set<Int> = []
    var matrix: [[String]] = []
    @ObservationStateIgnored var hidden = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case pay(Int), load, cancel, fail, dismiss, write(String)
    case row(Int), plainRow(Int), noteRow(Int), copyRow(Int), moveRow, addRow, removeRow(Int)
    case entry(Int), addEntry, number(Int), total(Int), tag(Int), cell(Int)
    case note(Int), copyNote, edit, hide
  }

  /// The kinds of faults that newer code may have.
  enum Fault: CaseIterable {
    case changedConstant, droppedCase, swappedBranch
  }

  /// The number of the case that is broken, and how.
  var broken: (kind: Int, fault: Fault)?

  /// Creates a state of about a number of bytes of JSON, most of them in one of its parts.
  static func state(_ size: Int, in part: Int) -> State {
    var state = State()
    let title = String(repeating: "title ", count: max(1, min(size / 600, 20)))
    let count = max(3, size / (title.utf8.count + 40))
    func rows(_ count: Int) -> [Row] { (0..<count).map { Row(id: $0, title: title) } }
    state.rows = IdentifiedArray(uniqueElements: rows(part == 0 ? count : 3))
    state.plainRows = rows(part == 1 ? count : 3)
    let entries = part == 2 ? count : 3
    state.entries = IdentifiedArray(uniqueElements: (0..<entries).map { Entry(id: $0, title: title) })
    state.text = String(repeating: "x", count: part == 3 ? size : 3)
    state.numbers = Array(0..<(part == 4 ? size / 6 : 3))
    state.matrix = Array(repeating: Array(repeating: title, count: part == 5 ? max(1, count / 3) : 1), count: 3)
    state.note.text = String(repeating: "n", count: part == 6 ? size : 3)
    return state
  }

  /// Returns a random action. Its numbers are positions modulo the length of a list.
  static func action(using generator: inout some RandomNumberGenerator) -> Action {
    let number = Int.random(in: 0..<1_000, using: &generator)
    return switch Int.random(in: 0..<23, using: &generator) {
    case 0: .pay(number)
    case 1: .load
    case 2: .cancel
    case 3: .fail
    case 4: .dismiss
    case 5: .write("text \(number)")
    case 6: .row(number)
    case 7: .plainRow(number)
    case 8: .noteRow(number)
    case 9: .copyRow(number)
    case 10: .moveRow
    case 11: .addRow
    case 12: .removeRow(number)
    case 13: .entry(number)
    case 14: .addEntry
    case 15: .number(number)
    case 16: .total(number)
    case 17: .tag(number)
    case 18: .cell(number)
    case 19: .note(number)
    case 20: .copyNote
    case 21: .edit
    default: .hide
    }
  }

  static func kind(_ action: Action) -> Int {
    switch action {
    case .pay: 0
    case .load: 1
    case .cancel: 2
    case .fail: 3
    case .dismiss: 4
    case .write: 5
    case .row: 6
    case .plainRow: 7
    case .noteRow: 8
    case .copyRow: 9
    case .moveRow: 10
    case .addRow: 11
    case .removeRow: 12
    case .entry: 13
    case .addEntry: 14
    case .number: 15
    case .total: 16
    case .tag: 17
    case .cell: 18
    case .note: 19
    case .copyNote: 20
    case .edit: 21
    case .hide: 22
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard let broken, broken.kind == Self.kind(action) else {
        change(&state, action, by: 1)
        return .none
      }
      switch broken.fault {
      case .droppedCase: break
      case .changedConstant: change(&state, action, by: 10)
      case .swappedBranch: change(&state, action == .load ? .cancel : .load, by: 1)
      }
      return .none
    }
  }

  private func change(_ state: inout State, _ action: Action, by factor: Int) {
    switch action {
    case .pay(let amount): state.balance -= amount * factor
    case .load: state.isLoading = true
    case .cancel: state.isLoading = false
    case .fail: state.alert = "failed \(factor)"
    case .dismiss: state.alert = nil
    case .write(let text): state.text += text + "\(factor)"
    case .row(let number): state.rows[number % state.rows.count].count += factor
    case .plainRow(let number): state.plainRows[number % state.plainRows.count].count += factor
    case .noteRow(let number):
      let position = number % state.rows.count
      if state.rows[position].note == nil { state.rows[position].note = Note() }
      state.rows[position].note?.stars.append(factor)
    case .copyRow(let number):
      var row = state.rows[number % state.rows.count]
      row.count += factor
      state.rows[number % state.rows.count] = row
    case .moveRow: state.rows.move(fromOffsets: [0], toOffset: min(2, state.rows.count))
    case .addRow:
      let id = (state.rows.map(\.id).max() ?? 0) + factor
      state.rows.insert(Row(id: id, title: "new"), at: 1)
    case .removeRow(let number): if state.rows.count > 2 { state.rows.remove(at: number % state.rows.count) }
    case .entry(let number): state.entries[number % state.entries.count].amount += factor
    case .addEntry: state.entries.append(Entry(id: state.entries.count, amount: factor, title: "new"))
    case .number(let number): state.numbers[number % state.numbers.count] += factor
    case .total(let number): state.totals["\(number % 7)", default: 0] += factor
    case .tag(let number): state.tags.insert(number * factor)
    case .cell(let number):
      let row = number % state.matrix.count
      state.matrix[row][number % state.matrix[row].count] += "\(factor)"
    case .note(let number): state.note.stars.append(number * factor)
    case .copyNote:
      var note = state.note
      note.stars.append(factor)
      state.note = note
    case .edit:
      if case .editing(var note) = state.mode {
        note.text += "\(factor)"
        state.mode = .editing(note)
      } else {
        state.mode = .editing(state.note)
      }
    case .hide: state.hidden += factor
    }
  }
}
