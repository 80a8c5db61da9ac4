// A program with a test store that is no test run, for Scripts/check-static-archive. It fails unless its argument is 1.
import Counterpoint
import CounterpointTesting

@Reducer struct Counter {
  @ObservableState struct State: Equatable {
    var count = 0
  }

  enum Action { case increment }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@main struct Main {
  static func main() async {
    let store = TestStore(initialState: Counter.State()) { Counter() }
    await store.send(.increment) { $0.count = CommandLine.arguments.contains("1") ? 1 : 2 }
    print("The end is reached.")
  }
}
