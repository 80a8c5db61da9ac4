import CounterpointCore
import Testing

@MainActor
@Suite struct ReducerBuilderTests {
  typealias Log = Reduce<[String], Int>

  nonisolated static func log(_ text: String) -> Log {
    Log { state, _ in
      state.append(text)
      return .none
    }
  }

  private func run(@ReducerBuilder<[String], Int> _ reducer: () -> some Reducer<[String], Int>) -> [String] {
    let store = Store(initialState: [], reducer: reducer)
    store.send(0)
    return store.withState { $0 }
  }

  private func log(_ text: String) -> Log { Self.log(text) }

  @Test func reducersRunFromTopToBottom() {
    #expect(
      run {
        log("1"); log("2"); log("3"); log("4")
      } == ["1", "2", "3", "4"]
    )
  }

  @Test(arguments: [true, false]) func ifAndElse(_ flag: Bool) {
    #expect(run { if flag { log("if") } } == (flag ? ["if"] : []))
    #expect(
      run {
        if flag { log("if") } else { EmptyReducer<[String], Int>(); log("else") }
        log("after")
      } == [flag ? "if" : "else", "after"]
    )
  }

  @Test(arguments: ["some", nil]) func ifLet(_ text: String?) {
    #expect(run { if let text { log(text) } } == (text.map { [$0] } ?? []))
  }

  @Test(arguments: 0...2) func switchOverCases(_ number: Int) {
    let result = run {
      switch number {
      case 0: log("zero")
      case 1:
        log("one")
        log("more")
      default: EmptyReducer<[String], Int>()
      }
    }
    #expect(result == [["zero"], ["one", "more"], []][number])
  }

  @Test func loops() {
    #expect(run { for number in 0..<3 { log("\(number)") } } == ["0", "1", "2"])
    #expect(run { for _ in 0..<0 { log("never") } } == [])
  }

  @Test func availability() {
    #expect(run { if #available(macOS 10.15, *) { log("available") } } == ["available"])
  }

  @Test(arguments: [true, false]) func optionalReducers(_ flag: Bool) {
    let reducer: Log? = flag ? log("some") : nil
    #expect(run { reducer } == (flag ? ["some"] : []))
  }

  @Test func existentialReducers() {
    let reducers: [any Reducer<[String], Int>] = [log("a"), EmptyReducer<[String], Int>(), log("b")]
    #expect(
      run {
        reducers[0]
        reducers[1]
        reducers[2]
      } == ["a", "b"]
    )
    #expect(run { for reducer in reducers { reducer } } == ["a", "b"])
  }

  @Test func anEmptyBodyDoesNothing() {
    #expect(run {} == [])
  }

  @Test func combinedReducersAreOneReducer() {
    let result = run {
      log("before")
      CombineReducers {
        log("1")
        log("2")
      }
      log("after")
    }
    #expect(result == ["before", "1", "2", "after"])
  }

  @Test func theEffectsOfAllReducersAreMergedInOrder() {
    func send(_ next: Int) -> Reduce<[Int], Int> {
      Reduce { state, action in
        if action != 0 { return .none }
        return .send(next)
      }
    }
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return .none
      }
      send(1)
      CombineReducers {
        send(2)
        for next in 3...4 { send(next) }
      }
      if true { send(5) }
    }
    store.send(0)
    #expect(store.withState { $0 } == [0, 1, 2, 3, 4, 5])
  }
}
