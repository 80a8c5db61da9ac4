import Counterpoint
import CounterpointTestSupport
import Observation
import Testing

/// Stores of removed states show the last state, however it was removed.
@MainActor
@Suite struct GoneStoreTests {
  typealias State = GoneShelf.State
  typealias Change = @Sendable (inout State) -> Void

  private let store: StoreOf<GoneShelf>

  init() {
    store = Store(
      initialState: State(
        rows: [GoneItem.State(id: 1), GoneItem.State(id: 2), GoneItem.State(id: 3)],
        path: StackState([GoneItem.State(id: 1), GoneItem.State(id: 2), GoneItem.State(id: 3)]),
        sheet: GoneItem.State(id: 1),
        optional: GoneItem.State(id: 1),
        destination: .item(GoneItem.State(id: 1))
      )
    ) {
      GoneShelf()
    }
  }

  // MARK: Elements of a list

  nonisolated static let removalsOfTheSecondRow: [Change] = [
    { $0.rows.remove(id: 2) },
    { $0.rows.remove(at: 1) },
    { $0.rows[id: 2] = nil },
    { $0.rows.removeAll() },
    { $0.rows.removeAll { $0.id == 2 } },
    { $0.rows.remove(atOffsets: [1]) },
    { $0.rows.removeFirst(2) },
    { $0.rows.removeLast(2) },
    { $0.rows.removeSubrange(1...) },
    { $0.rows.replaceSubrange(1..<2, with: [GoneItem.State(id: 9)]) },
    { $0.rows[1] = GoneItem.State(id: 9) },
    { $0.rows = [] },
    { $0.rows = $0.rows.filter { $0.id != 2 } },
    { state in
      state.rows.removeFirst()
      state.rows.removeFirst()
    },
    { state in
      state.rows.removeLast()
      state.rows.removeLast()
    },
  ]

  @Test(arguments: 0..<removalsOfTheSecondRow.count)
  func aRowShowsWhatItWasLast(_ number: Int) throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    store.send(.rows(.element(id: 2, action: .add(5))))
    store.send(.edit(Self.removalsOfTheSecondRow[number]))
    #expect(store.withState { $0.rows[id: 2] == nil })
    #expect(row.n == 5)
    #expect(row.withState(\.n) == 5)
  }

  @Test(arguments: 0..<removalsOfTheSecondRow.count)
  func evenIfItWasChangedByTheActionThatRemovesIt(_ number: Int) throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    let remove = Self.removalsOfTheSecondRow[number]
    store.send(
      .edit { state in
        state.rows[id: 2]?.n = 7
        remove(&state)
      }
    )
    #expect(row.n == 7)
  }

  nonisolated static let replacementsOfTheSecondRow: [Change] = [
    { $0.rows[id: 2] = GoneItem.State(id: 2, n: 7) },
    { $0.rows[1] = GoneItem.State(id: 2, n: 7) },
    { $0.rows.update(GoneItem.State(id: 2, n: 7), at: 1) },
    { $0.rows.updateOrAppend(GoneItem.State(id: 2, n: 7)) },
    { $0.rows.updateOrInsert(GoneItem.State(id: 2, n: 7), at: 0) },
    { state in
      state.rows[id: 2] = GoneItem.State(id: 2, n: 6)
      state.rows[id: 2] = GoneItem.State(id: 2, n: 7)
    },
  ]

  @Test(arguments: 0..<replacementsOfTheSecondRow.count)
  func aRowThatIsReplacedAndRemovedByOneActionShowsTheLastOne(_ number: Int) throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    let replace = Self.replacementsOfTheSecondRow[number]
    store.send(
      .edit { state in
        replace(&state)
        state.rows.remove(id: 2)
      }
    )
    #expect(row.n == 7)
  }

  @Test func aRowThatReplacesItselfAndIsRemovedByTheParentShowsTheLastOne() {
    let row = store.scope(\.rows[id: 2], action: \.rows[id: 2])
    row?.send(.replaceAndRemove(n: 7))
    #expect(store.withState { $0.rows[id: 2] == nil })
    #expect(row?.n == 7)
  }

  @Test func aRowThatRemovesItselfShowsWhatItWasLast() {
    let row = store.scope(\.rows[id: 2], action: \.rows[id: 2])
    row?.send(.addAndRemove(3))
    #expect(store.withState { $0.rows[id: 2] == nil })
    #expect(row?.n == 3)
  }

  @Test func aRowThatWasReplacedBeforeShowsTheOneThatWent() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    store.send(.edit { $0.rows[id: 2] = GoneItem.State(id: 2, n: 20) })
    #expect(row.n == 20)
    store.send(.rows(.element(id: 2, action: .add(1))))
    store.send(.edit { $0.rows.remove(id: 2) })
    #expect(row.n == 21)
  }

  @Test func rowsOfAnotherListAreAnotherMatter() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    store.send(
      .edit { state in
        var others: IdentifiedArrayOf<GoneItem.State> = [GoneItem.State(id: 2, n: 99)]
        state.rows.remove(id: 2)
        others.remove(id: 2)
      }
    )
    #expect(row.n == 0)
  }

  /// No one knows a row of a state that has been replaced as a whole.
  @Test func aRowOfAStateThatWasReplacedShowsWhatItWasWhenTheStoreWasMade() throws {
    store.send(.rows(.element(id: 2, action: .add(5))))
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    store.send(.rows(.element(id: 2, action: .add(5))))
    store.send(.edit { $0 = State() })
    #expect(row.n == 5)
  }

  // MARK: Elements of a stack

  nonisolated static let removalsOfTheSecondElement: [Change] = [
    { $0.path.pop(from: Array($0.path.ids)[1]) },
    { $0.path.pop(to: Array($0.path.ids)[0]) },
    { $0.path[id: Array($0.path.ids)[1]] = nil },
    { $0.path.removeLast(2) },
    { $0.path.removeAll { $0.id == 2 } },
    { $0.path = $0.path.filter { $0.id != 2 } },
    { $0.path.pathView.removeAll { $0.element.id == 2 } },
    { $0.path.removeAll() },
    { $0.path = StackState() },
    { $0.path.replaceSubrange(1..<2, with: [GoneItem.State(id: 9)]) },
  ]

  @Test(arguments: 0..<removalsOfTheSecondElement.count)
  func anElementShowsWhatItWasLast(_ number: Int) throws {
    let id = store.withState { Array($0.path.ids)[1] }
    let element = try #require(store.scope(\.path, action: \.path).scope(id: id))
    store.send(.path(.element(id: id, action: .add(5))))
    store.send(.edit(Self.removalsOfTheSecondElement[number]))
    #expect(store.withState { $0.path[id: id] == nil })
    #expect(element.n == 5)
  }

  nonisolated static let replacementsOfTheSecondElement: [Change] = [
    { $0.path[id: Array($0.path.ids)[1]] = GoneItem.State(id: 2, n: 7) },
    { $0.path[id: Array($0.path.ids)[1]]! = GoneItem.State(id: 2, n: 7) },
  ]

  @Test(arguments: 0..<replacementsOfTheSecondElement.count)
  func anElementThatIsReplacedAndRemovedByOneActionShowsTheLastOne(_ number: Int) throws {
    let id = store.withState { Array($0.path.ids)[1] }
    let element = try #require(store.scope(\.path, action: \.path).scope(id: id))
    let replace = Self.replacementsOfTheSecondElement[number]
    store.send(
      .edit { state in
        replace(&state)
        state.path.pop(from: id)
      }
    )
    #expect(element.n == 7)
  }

  @Test func anElementThatIsPoppedShowsWhatItWasLast() throws {
    let id = store.withState { Array($0.path.ids)[1] }
    let element = try #require(store.scope(\.path[id: id], action: \.path[id: id]))
    element.send(.add(5))
    store.send(.path(.popFrom(id: id)))
    #expect(element.n == 5)
  }

  // MARK: Children

  @Test func anOptionalChild() throws {
    let child = try #require(store.scope(\.optional, action: \.optional))
    child.send(.add(5))
    store.send(.edit { $0.optional = nil })
    #expect(child.n == 5)
  }

  @Test func aPresentedChildThatIsSetToNil() throws {
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    child.send(.add(5))
    store.send(.edit { $0.sheet = nil })
    #expect(child.n == 5)
  }

  @Test func aPresentedChildThatIsDismissed() throws {
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    child.send(.add(5))
    store.send(.sheet(.dismiss))
    #expect(child.n == 5)
  }

  @Test func aChildInACaseOfAnEnum() throws {
    let child = try #require(store.scope(\.destination?.item, action: \.destination.item))
    child.send(.add(5))
    store.send(.edit { $0.destination = .other(GoneItem.State(id: 1, n: 9)) })
    #expect(child.n == 5)
    let other = try #require(store.scope(\.destination?.other, action: \.destination.other))
    other.send(.add(1))
    store.send(.destination(.dismiss))
    #expect(other.n == 10)
    #expect(child.n == 5)
  }

  @Test func aRowOfAChildThatIsDismissed() throws {
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    let row = try #require(child.scope(\.parts, action: \.parts).scope(id: 1))
    row.send(.add(5))
    store.send(.sheet(.dismiss))
    #expect(row.n == 5)
  }

  // MARK: What a store does that has gone

  @Test func itsObserversGetNoFurtherChange() throws {
    let child = try #require(store.scope(\.optional, action: \.optional))
    store.send(.edit { $0.optional = nil })
    #expect(store.scope(\.optional, action: \.optional) == nil)
    #expect(notifications(reading: { _ = child.n }, during: { store.send(.edit { $0.optional = .init(id: 1) }) }) == 0)
    let list = store.scope(\.rows, action: \.rows)
    let row = try #require(list.scope(id: 2))
    store.send(.edit { $0.rows.remove(id: 2) })
    #expect(list.scope(id: 2) == nil)
    #expect(notifications(reading: { _ = row.n }, during: { store.send(.edit { $0.rows.append(.init(id: 2)) }) }) == 0)
  }

  @Test func whatItSendsIsReportedByTheParentsReducer() async throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    store.send(.edit { $0.rows.remove(id: 2) })
    let reported = issues { row.send(.add(1)) }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("forEach") == true)
  }

  @Test func toWatchForWhatGoesCopiesNothing() throws {
    let row = try #require(store.scope(\.rows, action: \.rows).scope(id: 2))
    let child = try #require(store.scope(\.sheet, action: \.sheet.presented))
    func addresses() -> [Int?] {
      [row.withState(\.values), child.withState(\.values)].map { values in
        unsafe values.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      }
    }
    // A store keeps what its state was when it was made: the first edit leaves that alone.
    row.send(.add(1))
    child.send(.add(1))
    let before = addresses()
    for _ in 0..<4 {
      row.send(.add(1))
      child.send(.add(1))
      #expect(addresses() == before)
    }
  }
}
