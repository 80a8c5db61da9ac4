import Counterpoint
import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Testing

/// Issues and printed changes show the names of properties, and not those of their storage.
@MainActor
@Suite struct StateInIssuesTests {
  @Reducer struct Counter {
    @ObservableState struct State: Equatable {
      var count = 1
      var text = "_count: 2"
    }

    enum Action { case increment, set(State) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .increment: state.count += 1
        case .set(let new): state = new
        }
        return .none
      }
    }
  }

  @Reducer enum Place { case first(Counter), second(Counter) }

  @Test func theStateOfAnIssueHasTheNamesOfItsProperties() throws {
    let store = Store(initialState: Place.State.first(Counter.State())) { Place.body }
    let issue = try #require(issues { store.send(.second(.set(Counter.State(count: 3)))) }.first)
    #expect(issue.message.contains(" count: 1"), "\(issue.message)")
    #expect(issue.message.contains(" count: 3"), "\(issue.message)")
    #expect(issue.message.contains("\"_count: 2\""), "\(issue.message)")
    #expect(!issue.message.contains(" _count: 1"), "\(issue.message)")
    #expect(!issue.message.contains(" _count: 3"), "\(issue.message)")
  }

  @Test func printedChangesHaveTheNamesOfProperties() async {
    let texts = Locked<[String]>([])
    let queue = ReducerPrinterQueue()
    let store = Store(initialState: Counter.State()) {
      Counter()._printChanges(.customDump(queue: queue) { text in texts.withLock { $0.append(text) } })
    }
    store.send(.increment)
    await queue.finish()
    let text = texts.withLock { $0.first } ?? ""
    #expect(text.contains("-   count: 1,\n+   count: 2,"), "\(text)")
    #expect(text.contains("\"_count: 2\""), "\(text)")
  }
}
