import Counterpoint
import Testing

/// An edit of a copy notifies no observer; putting the copy into the state notifies those whose properties have
/// changed.
@MainActor
@Suite struct EditedCopyTests {
  private let store: StoreOf<PlaceShelf>

  init() {
    store = Store(initialState: PlaceShelf.State()) { PlaceShelf() }
  }

  private func told(
    reading read: (StoreOf<PlaceShelf>) -> Void,
    during edit: @escaping @Sendable (inout PlaceShelf.State) -> Void
  ) -> Int {
    notifications(reading: { read(store) }, during: { store.send(.edit(edit)) })
  }

  // MARK: A copy outside of a reducer

  @Test func anEditOfACopyNotifiesNoObserver() {
    var copy = store.withState { $0.child }
    #expect(notifications(reading: { _ = store.child.n }, during: { copy.n = 5 }) == 0)
    #expect(notifications(reading: { _ = store.child.leaf.value }, during: { copy.leaf.value = 5 }) == 0)
    #expect(notifications(reading: { _ = store.child.leaf }, during: { copy.leaf = PlainLeaf() }) == 0)
  }

  @Test func aCopyThatIsPutBack() {
    var copy = store.withState { $0.child }
    copy.n = 5
    let edited = copy
    #expect(told(reading: { _ = $0.child.n }, during: { $0.child = edited }) == 1)
    #expect(store.child.n == 5)
    #expect(told(reading: { _ = $0.child.n }, during: { $0.child = edited }) == 0)
  }

  @Test func onlyWhatHasChangedInIt() {
    var copy = store.withState { $0.child }
    copy.n = 5
    copy.leaf.value = 5
    let edited = copy
    let read: [(StoreOf<PlaceShelf>) -> Void] = [
      { _ = $0.child.n }, { _ = $0.child.leaf.value }, { _ = $0.child.m }, { _ = $0.child.leaf.other },
      { _ = $0.child }, { _ = $0.child.leaf },
    ]
    let original = store.withState { $0.child }
    let counts = read.map { read in
      store.send(.child(.swap(original)))
      return told(reading: read, during: { $0.child = edited })
    }
    #expect(counts == [1, 1, 0, 0, 0, 0])
  }

  @Test func throughTheChildsStore() throws {
    let child = store.scope(\.child, action: \.child)
    var copy = child.withState { $0 }
    copy.n = 5
    #expect(notifications(reading: { _ = child.n }, during: { child.send(.swap(copy)) }) == 1)
    let optional = try #require(store.scope(\.opt, action: \.opt))
    copy = optional.withState { $0 }
    copy.n = 5
    #expect(notifications(reading: { _ = optional.n }, during: { optional.send(.swap(copy)) }) == 1)
    let sheet = try #require(store.scope(\.sheet, action: \.sheet.presented))
    copy = sheet.withState { $0 }
    copy.n = 5
    #expect(notifications(reading: { _ = sheet.n }, during: { sheet.send(.swap(copy)) }) == 1)
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    copy = row.withState { $0 }
    copy.n = 5
    #expect(notifications(reading: { _ = row.n }, during: { row.send(.swap(copy)) }) == 1)
  }

  @Test func inEveryPlace() throws {
    var copy = store.withState { $0 }
    copy.opt?.n = 10
    copy.sheet?.n = 10
    copy.rows[id: 1]?.n = 10
    copy.path[id: Array(copy.path.ids)[0]]?.n = 10
    copy.list[0].n = 10
    copy.equatable.n = 10
    copy.equatableRows[id: 1]?.n = 10
    copy.nested.opt?.n = 10
    let edited = copy
    #expect(told(reading: { _ = $0.opt?.n }, during: { $0.opt = edited.opt }) == 1)
    #expect(told(reading: { _ = $0.opt?.m }, during: { $0.opt = edited.opt }) == 0)
    #expect(told(reading: { _ = $0.sheet?.m }, during: { $0.sheet = edited.sheet }) == 0)
    store.send(.sheet(.presented(.reset(0))))
    #expect(told(reading: { _ = $0.sheet?.n }, during: { $0.sheet = edited.sheet }) == 1)
    #expect(told(reading: { _ = $0.rows[id: 1]?.n }, during: { $0.rows = edited.rows }) == 1)
    #expect(told(reading: { _ = $0.path.first?.n }, during: { $0.path = edited.path }) == 1)
    #expect(told(reading: { _ = $0.list[0].n }, during: { $0.list = edited.list }) == 1)
    #expect(told(reading: { _ = $0.equatable.n }, during: { $0.equatable = edited.equatable }) == 1)
    #expect(told(reading: { _ = $0.equatableRows[id: 1]?.n }, during: { $0.equatableRows = edited.equatableRows }) == 1)
    #expect(told(reading: { _ = $0.nested.opt?.n }, during: { $0.nested = edited.nested }) == 1)
  }

  @Test func onlyTheFieldOfTheRowThatChanged() {
    var rows = store.withState { $0.rows }
    rows[id: 1]?.n = 10
    let edited = rows
    #expect(told(reading: { _ = $0.rows[id: 2]?.n }, during: { $0.rows = edited }) == 0)
    #expect(told(reading: { _ = $0.rows }, during: { $0.rows = edited }) == 0)
  }

  @Test func aRowOfAStore() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 1))
    var copy = row.withState { $0 }
    copy.n = 5
    let edited = copy
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit { $0.rows[id: 1] = edited }) }) == 1)
    #expect(row.n == 5)
    var rows = store.withState { $0.rows }
    rows[id: 1]?.n = 6
    let all = rows
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit { $0.rows = all }) }) == 1)
    #expect(row.n == 6)
  }

  /// The whole state is replaced through the reducer's own argument.
  @Test func aCopyOfTheWholeState() {
    var copy = store.withState { $0 }
    copy.child.n = 5
    let edited = copy
    #expect(told(reading: { _ = $0.child.n }, during: { $0 = edited }) == 1)
  }

  // MARK: A copy inside of a reducer

  @Test func aCopyInAReducerThatIsDropped() {
    let drop = { store.send(.child(.dropEditedCopy)) }
    #expect(notifications(reading: { _ = store.child.n }, during: { _ = drop() }) == 0)
    #expect(notifications(reading: { _ = store.child.leaf.value }, during: { _ = drop() }) == 0)
  }

  @Test func aCopyInAReducerThatIsPutBackAsAWhole() throws {
    #expect(notifications(reading: { _ = store.child.n }, during: { store.send(.child(.editThroughCopy(5))) }) == 1)
    #expect(notifications(reading: { _ = store.child.m }, during: { store.send(.child(.editThroughCopy(6))) }) == 0)
    #expect(notifications(reading: { _ = store.opt?.n }, during: { store.send(.opt(.editThroughCopy(5))) }) == 1)
    let edit = { store.send(.sheet(.presented(.editThroughCopy(5)))) }
    #expect(notifications(reading: { _ = store.sheet?.n }, during: { _ = edit() }) == 1)
    let one = { store.send(.destination(.presented(.one(.editThroughCopy(5))))) }
    let child = try #require(store.scope(\.destination?.one, action: \.destination.one))
    #expect(notifications(reading: { _ = child.n }, during: { _ = one() }) == 1)
    let row = { store.send(.rows(.element(id: 1, action: .editThroughCopy(5)))) }
    #expect(notifications(reading: { _ = store.rows[id: 1]?.n }, during: { _ = row() }) == 1)
  }

  @Test func aCopyInAReducerThatIsAssigned() {
    let edit: @Sendable (inout PlaceShelf.State) -> Void = { state in
      var copy = state.child
      copy.n += 1
      state.child = copy
    }
    #expect(told(reading: { _ = $0.child.n }, during: edit) == 1)
    #expect(told(reading: { _ = $0.child.m }, during: edit) == 0)
    #expect(told(reading: { _ = $0.child }, during: edit) == 0)
  }

  /// The edit of the copy is in one action, and the assignment in a later one.
  @Test func aCopyThatLeavesTheReducerAndComesBack() {
    let kept = Kept()
    #expect(
      told(
        reading: { _ = $0.child.n },
        during: { state in
          var copy = state.child
          copy.n = 77
          kept.state = copy
        }
      ) == 0
    )
    #expect(told(reading: { _ = $0.child.n }, during: { $0.child = kept.state! }) == 1)
    #expect(store.child.n == 77)
  }

  // MARK: An enum

  @Test func aPayloadThatIsCopiedEditedAndPutBack() {
    let edit: @Sendable (inout PlaceShelf.State) -> Void = { state in
      guard case .one(var payload) = state.page else { return }
      payload.n += 1
      state.page = .one(payload)
    }
    #expect(told(reading: { _ = $0.page }, during: edit) == 0)
    #expect(told(reading: { if case .one(let payload) = $0.page { _ = payload.n } }, during: edit) == 1)
    #expect(told(reading: { if case .one(let payload) = $0.page { _ = payload.m } }, during: edit) == 0)
    let destination: @Sendable (inout PlaceShelf.State) -> Void = { state in
      guard case .one(var payload) = state.destination else { return }
      payload.n += 1
      state.destination = .one(payload)
    }
    #expect(told(reading: { _ = $0.destination }, during: destination) == 0)
    #expect(told(reading: { if case .one(let one) = $0.destination { _ = one.n } }, during: destination) == 1)
    #expect(told(reading: { if case .one(let one) = $0.destination { _ = one.m } }, during: destination) == 0)
    #expect(told(reading: { _ = $0.page }, during: { $0.page = .two(EquatableChild()) }) == 1)
  }

  @Test func aPayloadOfACopyOutsideOfTheReducer() {
    guard case .one(var payload) = store.withState(\.page) else {
      Issue.record("The page has another case.")
      return
    }
    payload.n = 9
    let edited = payload
    let read = { (store: StoreOf<PlaceShelf>) in
      if case .one(let payload) = store.page { _ = payload.n }
    }
    #expect(told(reading: read, during: { $0.page = .one(edited) }) == 1)
  }

  // MARK: Arrays

  private func readElement(_ store: StoreOf<PlaceShelf>) { _ = store.list[0].n }

  private func editedElement() -> PlainChild.State {
    var copy = store.withState { $0.list[0] }
    copy.n += 1
    return copy
  }

  @Test(
    arguments: [
      { $0.list[0] = $1 },
      { $0.list[$0.list.startIndex] = $1 },
      { $0.list.swapAt($0.list.append(returningIndexOf: $1), 0) },
      { assign($1, to: &$0.list[0]) },
      { $0.list.replaceSubrange(0..<1, with: [$1]) },
      { state, copy in
        var copy = copy
        copy.m += 1
        state.list[0] = copy
      },
      { state, copy in
        var copies = [copy]
        copies[0].leaf.value += 1
        state.list[0] = copies[0]
      },
    ] as [@Sendable (inout PlaceShelf.State, PlainChild.State) -> Void]
  )
  func anElementOfAnArray(_ assign: @escaping @Sendable (inout PlaceShelf.State, PlainChild.State) -> Void) {
    for _ in 1...3 {
      let edited = editedElement()
      #expect(told(reading: readElement, during: { assign(&$0, edited) }) == 1)
      #expect(store.list[0].n == edited.n)
    }
  }

  @Test func anElementIsAPartOfTheStateAfterwards() {
    let edited = editedElement()
    #expect(told(reading: readElement, during: { $0.list[0] = edited }) == 1)
    #expect(told(reading: { _ = $0.list[0].m }, during: { $0.list[0].m += 1 }) == 1)
    #expect(told(reading: readElement, during: { $0.list[0].m += 1 }) == 0)
    #expect(told(reading: { _ = $0.list[0].leaf.value }, during: { $0.list[0].leaf.value += 1 }) == 1)
    #expect(told(reading: readElement, during: { $0.list[0].leaf.value += 1 }) == 0)
  }

  /// Nothing was observed when the copy was assigned.
  @Test func anElementThatWasReadLater() {
    let edited = editedElement()
    store.send(.edit { $0.list[0] = edited })
    #expect(told(reading: readElement, during: { $0.list[0].m += 1 }) == 0)
    #expect(told(reading: readElement, during: { $0.list[0].n += 1 }) == 1)
  }

  @Test func anElementThatLeavesTheReducerAndComesBack() {
    let kept = Kept()
    store.send(
      .edit { state in
        var copy = state.list[0]
        copy.n = 77
        kept.state = copy
      }
    )
    #expect(told(reading: readElement, during: { $0.list[0] = kept.state! }) == 1)
    #expect(store.list[0].n == 77)
  }

  /// The store has recorded which field of the copy was edited.
  @Test func anElementThatIsEditedThroughACopyInTheReducer() {
    let edit: @Sendable (inout PlaceShelf.State) -> Void = { state in
      var copy = state.list[0]
      copy.n += 1
      state.list[0] = copy
    }
    #expect(told(reading: readElement, during: edit) == 1)
    #expect(told(reading: { _ = $0.list[0].m }, during: edit) == 0)
  }

  @Test func anElementOfAnArrayThatIsTheStateOfAScope() {
    let store = Store(initialState: ListShelf.State()) { ListShelf() }
    for n in 5...6 {
      var copy = store.withState { $0.list[0] }
      copy.n = n
      #expect(notifications(reading: { _ = store.list[0].n }, during: { store.send(.list(copy)) }) == 1)
    }
  }

  // MARK: Rows

  @Test func anotherRowThatComesGoesOrMoves() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 1))
    _ = row.n
    let changes: [@Sendable (inout PlaceShelf.State) -> Void] = [
      { $0.rows.append(PlainChild.State(id: 3)) },
      { $0.rows.remove(id: 2) },
      { $0.rows.reverse() },
      { $0.rows[id: 3]?.n = 1 },
    ]
    for change in changes {
      #expect(
        notifications(
          reading: { _ = row.n },
          during: {
            store.send(.edit { $0.rows[id: 1]?.m += 1 })
            store.send(.edit(change))
          }
        ) == 0
      )
    }
    #expect(notifications(reading: { _ = row.n }, during: { row.send(.set(8)) }) == 1)
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit { $0.rows.remove(id: 1) }) }) == 1)
  }

  @Test func aRowThatIsTakenOutAndPutBackAsAnEditedCopy() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 1))
    store.send(.edit { $0.rows[id: 1]?.m += 1 })
    let edit: @Sendable (inout PlaceShelf.State) -> Void = { state in
      var copy = state.rows.remove(id: 1)!
      copy.n += 1
      state.rows.append(copy)
    }
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit(edit)) }) == 1)
    #expect(row.n == 1)
    let old = store.withState { $0.rows[id: 1]! }
    row.send(.set(8))
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit { $0.rows[id: 1] = old }) }) == 1)
    #expect(row.n == 1)
  }
}

@Sendable private func assign<Value>(_ newValue: Value, to value: inout Value) {
  value = newValue
}

@Reducer
private struct ListShelf {
  @ObservableState
  struct State {
    var list = [PlainChild.State()]
  }

  enum Action {
    case list(PlainChild.State)
  }

  var body: some ReducerOf<Self> {
    Scope(\.list, action: \.list) {
      Reduce<[PlainChild.State], PlainChild.State> { list, element in
        list[0] = element
        return .none
      }
    }
  }
}

/// Keeps a state between two actions.
private final class Kept: @unchecked Sendable {
  // @unchecked because the test uses it on the main actor only.
  var state: PlainChild.State?
}

extension Array {
  fileprivate mutating func append(returningIndexOf element: Element) -> Int {
    append(element)
    return count - 1
  }
}
