import Counterpoint
import CounterpointTestSupport
import CounterpointTesting
import Testing

@Suite struct StateDiffTests {
  struct Table: Reducer {
    struct Row: Equatable, Identifiable {
      let id: Int
      var title: String
      var isDone = false
    }
    struct State: Equatable { var rows: IdentifiedArrayOf<Row> }
    enum Action { case change }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      for id in state.rows.ids { state.rows[id: id]?.title = "new" }
      return .none
    }
  }

  @Test func largeDifferencesAreBounded() async {
    let rows = IdentifiedArray(uniqueElements: (0..<10_000).map { Table.Row(id: $0, title: "old") })
    let issues = await issues {
      let store = TestStore(initialState: Table.State(rows: rows)) { Table() }
      await store.send(.change)
    }
    let message = issues.first?.message ?? ""
    #expect(message.split(separator: "\n", omittingEmptySubsequences: false).count <= 200)
    #expect(message.contains("$0.rows[id: 0]?.title\n      − old\n      + new"))
    #expect(message.contains("… and 9950 more differences"))
    #expect(message.contains("    $0.rows[id: 0]?.title = \"new\""))
    #expect(message.contains("// … and 9985 more"))
  }
}
