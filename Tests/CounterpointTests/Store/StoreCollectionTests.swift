import Counterpoint
import CounterpointTestSupport
import Testing

/// A collection of stores that is kept while elements go, and stores that functions made.
@MainActor
@Suite struct StoreCollectionTests {
  typealias Rows = StoreCollection<Int, GoneItem.State, GoneItem.Action>

  private let store: StoreOf<GoneShelf>

  init() {
    store = Store(
      initialState: GoneShelf.State(rows: [GoneItem.State(id: 1, n: 10), GoneItem.State(id: 2), GoneItem.State(id: 3)])
    ) {
      GoneShelf()
    }
  }

  @Test func anElementThatHasGoneUnseenHasAStoreThatDoesNoHarm() async throws {
    let line: UInt = #line + 1
    let rows: Rows = store.scope(\.rows, action: \.rows)
    store.send(.edit { $0.rows.remove(id: 2) })
    var gone: StoreOf<GoneItem>?
    let reported = issues { gone = rows[1] }
    #expect(reported.count == 1)
    let issue = try #require(reported.first)
    #expect(issue.line == line)
    #expect(issue.message.contains("the id '2'"))
    // There has to be some state, and it is that of the first.
    #expect(gone?.n == 10)

    let sent = issues { gone?.send(.add(1)) }
    #expect(sent.count == 1)
    #expect(store.withState { $0.rows.map(\.n) } == [10, 0])
  }

  @Test func evenIfNothingIsLeft() {
    let rows: Rows = store.scope(\.rows, action: \.rows)
    store.send(.edit { $0 = GoneShelf.State() })
    var shown: [Int] = []
    let reported = issues { shown = rows.map(\.n) }
    #expect(shown == [10, 10, 10])
    #expect(reported.count == 3)
  }

  @Test func anElementWhoseStoreIsHeldIsFoundWithWhatItWasLast() {
    let rows: Rows = store.scope(\.rows, action: \.rows)
    let held = rows[1]
    held.send(.add(5))
    store.send(.edit { $0.rows.remove(id: 2) })
    let reported = issues {
      #expect(rows[1] === held)
      #expect(rows[1].n == 5)
    }
    #expect(reported.isEmpty)
  }

  @Test func elementsMayGoOneByOneWhileTheyAreGoneThrough() {
    let rows: Rows = store.scope(\.rows, action: \.rows)
    let reported = issues {
      for row in rows { row.send(.addAndRemove(1)) }
    }
    #expect(reported.isEmpty)
    #expect(store.withState(\.rows).isEmpty)
  }

  // MARK: Stores that functions made

  @Test func childrenThatMayGoAreNotScopedBelowAStoreThatFunctionsMade() throws {
    let line: UInt = #line + 1
    let mapped: StoreOf<GoneShelf> = store.scope(state: { $0 }, action: { $0 })
    let child = mapped.scope(\.self, action: \.self)
    let reported = issues {
      #expect(child.scope(\.optional, action: \.optional) == nil)
      let rows: Rows = mapped.scope(\.rows, action: \.rows)
      #expect(rows[0].n == 10)
    }
    #expect(reported.count == 2)
    for issue in reported {
      #expect(issue.line == line)
      #expect(issue.message.contains("uncached"))
    }
  }

  @Test func whatIsAlwaysThereMayBe() {
    let mapped: StoreOf<GoneShelf> = store.scope(state: { $0 }, action: { $0 })
    let reported = issues {
      #expect(mapped.scope(\.rows, action: \.rows).withState(\.count) == 3)
      #expect(mapped.view(state: \.rows.count, action: { (_: Never) -> GoneShelf.Action in }).state == 3)
    }
    #expect(reported.isEmpty)
  }
}
