import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import IdentifiedArrays
import Observation
import Testing

/// Stores of the elements of a list.
@MainActor
@Suite struct StoreElementTests {
  typealias Row = Store<Leaf, (inout Leaf) -> Void>

  let store: StoreOf<ListEditor>

  init() {
    store = Store(initialState: ListEditor.State(rows: [Leaf(id: 1), Leaf(id: 2), Leaf(id: 3)])) { ListEditor() }
  }

  private var rows: StoreCollection<Int, Leaf, (inout Leaf) -> Void> {
    store.scope(\.rows, action: \.rows)
  }

  private func edit(_ edit: @escaping (inout IdentifiedArrayOf<Leaf>) -> Void) {
    store.send(.edit(edit))
  }

  @Test func eachElementHasAStore() {
    #expect(rows.count == 3)
    rows[1].send { $0.count = 5 }
    #expect(store.rows[id: 2]?.count == 5)
    #expect(rows.map { $0.withState(\.count) } == [0, 5, 0])
  }

  @Test func withoutACollectionBeingExpectedItIsTheStoreOfTheList() {
    let list = store.scope(\.rows, action: \.rows)
    #expect(list.withState(\.count) == 3)
    list.send(.element(id: 1, action: { $0.count = 7 }))
    #expect(list.scope(id: 1)?.count == 7)
    #expect(list.scope(id: 9) == nil)
  }

  @Test func theSameStoreAsLongAsSomebodyHoldsIt() {
    let first = rows[0]
    #expect(rows[0] === first)
    edit { $0.swapAt(0, 2) }
    #expect(rows[2] === first)
  }

  @Test func aStoredCaseKeyPathGivesTheSameStoresAsItsName() {
    let stored: CaseKeyPath<ListEditor.Action, IdentifiedAction<Int, (inout Leaf) -> Void>> = \.rows
    let first = rows[0]
    let unlabeled: StoreCollection = store.scope(\.rows, action: stored)
    let labeled: StoreCollection = store.scope(state: \.rows, action: stored)
    #expect(unlabeled[0] === first)
    #expect(labeled[0] === first)
  }

  @Test func theCollectionIsASnapshotOfIds() {
    let snapshot = rows
    edit { $0.append(Leaf(id: 4)) }
    #expect(snapshot.count == 3)
    #expect(rows.count == 4)
    #expect(rows.indices.map(rows.id(at:)) == [1, 2, 3, 4])
  }

  @Test func aStoreWhoseElementIsGoneGivesAStateAndSendsToTheParent() throws {
    let row = rows[0]
    edit { $0.remove(id: 1) }
    #expect(row.count == 0)
    row.send { $0.count = 5 }
    #expect(store.withState { $0.rows.count } == 2)
  }

  @Test func anElementThatComesBackHasAStoreOfItsOwn() throws {
    let list = store.scope(\.rows, action: \.rows)
    let first: Row = try #require(list.scope(id: 1))
    edit { $0.remove(id: 1) }
    let none: Row? = list.scope(id: 1)
    #expect(none == nil)
    edit { $0.append(Leaf(id: 1, count: 9)) }
    let second: Row = try #require(list.scope(id: 1))
    #expect(first !== second)
    #expect(first.count == 0)
    #expect(second.count == 9)
  }

  // MARK: Observation

  private func told(reading read: () -> Void, during change: @escaping (inout IdentifiedArrayOf<Leaf>) -> Void) -> Int {
    notifications(reading: read, during: { edit(change) })
  }

  @Test func aRowIsToldOfItsOwnFields() {
    let (first, second) = (rows[0], rows[1])
    #expect(notifications(reading: { _ = first.count }, during: { first.send { $0.count += 1 } }) == 1)
    #expect(notifications(reading: { _ = first.count }, during: { first.send { $0.title = "b" } }) == 0)
    #expect(notifications(reading: { _ = first.count }, during: { second.send { $0.count += 1 } }) == 0)
    #expect(told(reading: { _ = first.count }, during: { $0[id: 1]?.count += 1 }) == 1)
  }

  @Test func aRowIsNotToldOfRowsThatComeAndGo() {
    let row = rows[0]
    #expect(told(reading: { _ = row.count }, during: { $0.append(Leaf(id: 4)) }) == 0)
    #expect(told(reading: { _ = row.count }, during: { $0.swapAt(0, 1) }) == 0)
    #expect(told(reading: { _ = row.count }, during: { $0.remove(id: 4) }) == 0)
  }

  @Test func aRowIsToldThatItIsGoneOrReplaced() {
    let row = rows[0]
    #expect(told(reading: { _ = row.count }, during: { $0[id: 1] = Leaf(id: 1) }) == 1)
    #expect(notifications(reading: { _ = row.count }, during: { row.send { $0 = Leaf(id: 1) } }) == 1)
    #expect(told(reading: { _ = row.count }, during: { $0[id: 1]! = Leaf(id: 1) }) == 1)
    #expect(told(reading: { _ = row.count }, during: { $0.remove(id: 1) }) == 1)
  }

  /// The list's membership is the same before and after.
  @Test func aRowIsToldThatAnOlderStateIsPutBack() {
    let row = rows[0]
    let copy = store.withState { $0 }
    row.send { $0.count += 1 }
    #expect(notifications(reading: { _ = row.count }, during: { store.send(.replace(copy)) }) == 1)
    #expect(row.count == 0)
    // And again: the state that was put back is watched too.
    row.send { $0.count += 1 }
    #expect(notifications(reading: { _ = row.count }, during: { store.send(.replace(copy)) }) == 1)
    #expect(row.count == 0)
  }

  @Test func aRowIsToldThatACopyIsPutThereThatWasChangedBefore() {
    let row = rows[0]
    let other = rows[1]
    var copy = row.withState { $0 }
    copy.count = 5
    #expect(told(reading: { _ = row.count }, during: { $0[id: 1] = copy }) == 1)
    #expect(row.count == 5)
    #expect(told(reading: { _ = other.count }, during: { $0[id: 1] = Leaf(id: 1) }) == 0)
  }

  @Test func theCollectionIsToldOfRowsThatComeAndGo() {
    let row = rows[0]
    #expect(told(reading: { _ = rows }, during: { $0.append(Leaf(id: 4)) }) == 1)
    #expect(told(reading: { _ = rows }, during: { $0.swapAt(0, 1) }) == 1)
    #expect(notifications(reading: { _ = rows }, during: { row.send { $0.count += 1 } }) == 0)
  }

  @Test func ofAHundredThousandRowsOneIsTold() {
    let store = Store(
      initialState: ListEditor.State(rows: IdentifiedArray(uniqueElements: (0..<100_000).map { Leaf(id: $0) }))
    ) { ListEditor() }
    let rows: StoreCollection<Int, Leaf, (inout Leaf) -> Void> = store.scope(\.rows, action: \.rows)
    let held = (0..<10_000).map { rows[$0] }
    let counter = Recorder<Int>()
    for row in held {
      withObservationTracking {
        _ = row.count
      } onChange: {
        counter.note(1)
      }
    }
    held[7].send { $0.count += 1 }
    #expect(counter.entries.count == 1)
  }

  /// Readers of every kind: by the row's store and by the list's, of this field and of another one.
  @Test func ofTenThousandObserversThoseOfTheFieldAreTold() {
    let store = Store(
      initialState: ListEditor.State(rows: IdentifiedArray(uniqueElements: (0..<100_000).map { Leaf(id: $0) }))
    ) { ListEditor() }
    let rows: StoreCollection<Int, Leaf, (inout Leaf) -> Void> = store.scope(\.rows, action: \.rows)
    let held = (0..<2_500).map { rows[$0] }
    let told = Recorder<String>()
    func track(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { told.note(name) }
    }
    for id in 0..<2_500 {
      track("store of \(id), count") { _ = held[id].count }
      track("store of \(id), title") { _ = held[id].title }
      track("row \(id), count") { _ = store.rows[id: id]?.count }
      track("row \(id), title") { _ = store.rows[id: id]?.title }
    }
    held[7].send { $0.count += 1 }
    #expect(told.entries.sorted() == ["row 7, count", "store of 7, count"])
    store.send(.edit { $0[id: 8]?.title = "b" })
    #expect(told.entries.dropFirst(2).sorted() == ["row 8, title", "store of 8, title"])
    store.send(.edit { $0[id: 90_000]?.title = "b" })
    #expect(told.entries.count == 4)
    // Readers of the list are notified of added and removed rows; holders of a row's store are notified only of that
    // row.
    store.send(.edit { $0.remove(id: 9) })
    let stores = told.entries.filter { $0.hasPrefix("store") }
    #expect(stores.contains("store of 9, count") && stores.contains("store of 9, title"))
    // A row that was edited since it was read could be another one, and is looked at again.
    #expect(Set(stores.map { $0.split(separator: ",")[0] }) == ["store of 7", "store of 8", "store of 9"])
    #expect(told.entries.count { $0.hasPrefix("row") } == 5_000)
  }
}

/// Edits a list by whatever function it is sent, and each row by the row's own reducer.
struct ListEditor: Reducer {
  struct State: ObservableState {
    private var _rows: IdentifiedArrayOf<Leaf>
    var _$observationRegistrar = ObservationStateRegistrar()

    init(rows: IdentifiedArrayOf<Leaf>) {
      self._rows = rows
    }

    var rows: IdentifiedArrayOf<Leaf> {
      get { _$observationRegistrar.access(0); return _rows }
      set { _$observationRegistrar.set(&_rows, to: newValue, field: 0) }
      _modify {
        let edit = _$observationRegistrar.willModify(&_rows, field: 0)
        defer { _$observationRegistrar.didModify(&_rows, edit, field: 0) }
        yield &_rows
      }
    }

    static func _$fields(_ fields: _ObservedFields<Self>) {
      fields.add(0, \.rows, stored: \._rows, registrar: \._$observationRegistrar)
    }

    var _$id: ObservableStateID { _$observationRegistrar.id }
    mutating func _$willModify() { _$observationRegistrar.willModify() }
  }

  enum Action: CasePathable {
    case edit((inout IdentifiedArrayOf<Leaf>) -> Void)
    case replace(State)
    case rows(IdentifiedAction<Int, (inout Leaf) -> Void>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedAction<Int, (inout Leaf) -> Void>> {
        .init(embed: { .rows($0) }, extract: { if case .rows(let value) = $0 { value } else { nil } })
      }
    }

    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .edit(let edit): edit(&state.rows)
    case .replace(let other): state = other
    case .rows(.element(let id, let edit)):
      if state.rows[id: id] != nil { edit(&state.rows[id: id]!) }
    }
    return .none
  }
}
