import Counterpoint
import Testing

// That this file compiles without a warning is what it tests first.

enum Empty {}

@CasePathable
enum OnlyEmpty {
  case blob(Empty)
}

@CasePathable
enum SomeEmpty {
  case blob(Empty), named(label: Empty), pair(Empty, Int), labels(x: Int, y: Empty), tap, number(Int), both(Int, String)
}

@CasePathable
enum GenericPayload<Value> {
  case first(Value), second(Empty), third(Value, label: Int)
}

@CasePathable
enum ConditionalEmpty {
  case blob(Empty)
  #if DEBUG || !DEBUG
  case blub(Empty)
  #endif
}

@Reducer
struct WithEmptyDelegate {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case delegate(Delegate)
    case tap

    enum Delegate {}
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tap:
        state.count += 1
        return .none
      }
    }
  }
}

@Reducer
struct OnlyDelegate {
  enum Action {
    case delegate(Delegate)

    @CasePathable
    enum Delegate {}
  }
}

@Suite struct CasePathableEmptyPayloadTests {
  @Test func casesAreListed() {
    #expect(OnlyEmpty.allCasePaths.map { $0 } == [\.blob])
    #expect(ConditionalEmpty.allCasePaths.map { $0 } == [\.blob, \.blub])
    #expect(SomeEmpty.allCasePaths.map { $0 }.count == 7)
  }

  @Test func otherCasesGoInAndOut() {
    #expect(SomeEmpty.number(7)[case: \.number] == 7)
    #expect(SomeEmpty.tap.case == \.tap)
    #expect((\SomeEmpty.Cases.both)((1, "a"))[case: \.both]?.1 == "a")
    #expect(SomeEmpty.number(1)[case: \.pair] == nil)
    #expect((\GenericPayload<Int>.Cases.first)(3)[case: \.first] == 3)
    let third = (\GenericPayload<String>.Cases.third)(("a", label: 2))
    #expect(third[case: \.third]?.label == 2)
    #expect(third.case == \.third)
    #expect(GenericPayload<Int>.first(1).case == \.first)
  }

  @MainActor @Test func aFeatureWithAnEmptyDelegateRuns() {
    let store = Store(initialState: WithEmptyDelegate.State()) { WithEmptyDelegate() }
    store.send(.tap)
    #expect(store.count == 1)
  }
}
