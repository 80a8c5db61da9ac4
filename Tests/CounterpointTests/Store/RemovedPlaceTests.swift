import Counterpoint
import Testing

/// A store of a removed child shows the last state of its own place, and notifies its observers of the removal once.
@MainActor
@Suite struct RemovedPlaceTests {
  private let store: StoreOf<PlaceShelf>

  init() {
    store = Store(initialState: PlaceShelf.State()) { PlaceShelf() }
  }

  private func edit(_ edit: @escaping @Sendable (inout PlaceShelf.State) -> Void) {
    store.send(.edit(edit))
  }

  // MARK: A child that replaced its own state

  @Test func anOptionalChildThatResetItself() throws {
    let child = try #require(store.scope(\.opt, action: \.opt))
    child.send(.reset(20))
    #expect(notifications(reading: { _ = child.n }, during: { edit { $0.opt = nil } }) == 1)
    #expect(child.n == 20)
  }

  @Test func aPresentedChildThatResetItself() throws {
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    child.send(.reset(30))
    child.send(.set(31))
    #expect(notifications(reading: { _ = child.n }, during: { store.send(.sheet(.dismiss)) }) == 1)
    #expect(child.n == 31)
  }

  @Test func aPresentedChildThatResetItselfAndIsSetToNil() throws {
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    child.send(.reset(30))
    edit { $0.sheet = nil }
    #expect(child.n == 30)
  }

  @Test func aChildInACaseThatResetItself() throws {
    let child = try #require(store.scope(\.destination?.one, action: \.destination.one))
    child.send(.reset(40))
    edit { $0.destination = .two(PlainChild.State(n: 41)) }
    #expect(child.n == 40)
    store.send(.destination(.dismiss))
    #expect(child.n == 40)
  }

  @Test func aRowThatResetItself() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    row.send(.reset(50))
    edit { $0.rows.remove(id: 2) }
    #expect(row.n == 50)
  }

  @Test func anElementOfAStackThatResetItself() throws {
    let id = try #require(store.withState { Array($0.path.ids).first })
    let element = try #require(store.scope(\.path, action: \.path).scope(id: id))
    element.send(.reset(60))
    edit { $0.path.removeLast() }
    #expect(element.n == 60)
  }

  @Test func aChildThatResetsItselfInTheActionThatRemovesIt() throws {
    let child = try #require(store.scope(\.opt, action: \.opt))
    edit { state in
      state.opt = PlainChild.State(n: 21)
      state.opt?.n += 1
      state.opt = nil
    }
    #expect(child.n == 22)
  }

  // MARK: A copy of the child in another place

  @Test func aCopyInAnotherPlaceIsNotFollowed() throws {
    let child = try #require(store.scope(\.opt, action: \.opt))
    edit { $0.child = $0.opt! }
    child.send(.reset(20))
    #expect(notifications(reading: { _ = child.n }, during: { edit { $0.opt = nil } }) == 1)
    #expect(child.n == 20)
    edit { $0.child = PlainChild.State(n: 99) }
    #expect(child.n == 20)
    store.send(.child(.reset(98)))
    edit { $0.child = PlainChild.State(n: 97) }
    #expect(child.n == 20)
  }

  @Test func theCopyGoesInTheSameAction() throws {
    let child = try #require(store.scope(\.opt, action: \.opt))
    edit { $0.child = $0.opt! }
    edit { state in
      state.child.n = 50
      state.opt = nil
      state.child = PlainChild.State()
    }
    #expect(child.n == 2)
  }

  @Test func aRowWhoseCopyIsInAnotherList() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    edit { $0.path.append($0.rows[id: 2]!) }
    row.send(.set(5))
    edit { $0.rows.remove(id: 2) }
    #expect(row.n == 5)
    edit { state in
      let last = Array(state.path.ids).last!
      state.path[id: last]?.n = 70
      state.path.removeLast()
    }
    #expect(row.n == 5)
  }

  // MARK: A child of what goes

  @Test func aChildOfAReplacedParent() throws {
    let child = try #require(store.scope(\.nested.opt, action: \.nested))
    child.send(.set(8))
    let change = { edit { $0.nested = PlaceNested(opt: nil) } }
    #expect(notifications(reading: { _ = child.n }, during: change) == 1)
    #expect(child.n == 8)
  }

  // MARK: Afterwards

  @Test func whatComesLaterIsAnotherChild() throws {
    let first = try #require(store.scope(\.opt, action: \.opt))
    edit { $0.opt = nil }
    let present = { edit { $0.opt = PlainChild.State(n: 9) } }
    #expect(notifications(reading: { _ = first.n }, during: present) == 0)
    #expect(first.n == 2)
    let second = try #require(store.scope(\.opt, action: \.opt))
    #expect(second !== first)
    #expect(second.n == 9)
  }

  @Test func aRowThatComesLaterIsAnotherRow() throws {
    typealias List = Store<IdentifiedArrayOf<PlainChild.State>, IdentifiedActionOf<PlainChild>>
    let list: List = store.scope(\.rows, action: \.rows)
    let first = try #require(list.scope(id: 2))
    edit { $0.rows.remove(id: 2) }
    edit { $0.rows.append(PlainChild.State(id: 2, n: 9)) }
    #expect(first.n == 0)
    let second = try #require(list.scope(id: 2))
    #expect(second !== first)
    #expect(second.n == 9)
  }

  @Test func aChildThatIsReplacedInOneActionKeepsItsStore() throws {
    let child = try #require(store.scope(\.opt, action: \.opt))
    edit { state in
      state.opt = nil
      state.opt = PlainChild.State(n: 9)
    }
    #expect(child.n == 9)
    #expect(store.scope(\.opt, action: \.opt) === child)
    #expect(notifications(reading: { _ = child.n }, during: { child.send(.set(10)) }) == 1)
  }
}
