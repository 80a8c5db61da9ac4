import CounterpointCore
import Testing

@MainActor
@Suite struct ReducerTests {
  struct Witness: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      return action > 1 ? .send(action - 1) : .none
    }
  }

  struct Body: Reducer {
    var body: some Reducer<Int, Int> {
      Witness()
    }
  }

  @Test func aReducerRunsByItsWitness() {
    let store = Store(initialState: 0) { Witness() }
    store.send(3)
    #expect(store.withState { $0 } == 6)
  }

  @Test func aReducerRunsByItsBody() {
    let store = Store(initialState: 0) { Body() }
    store.send(3)
    #expect(store.withState { $0 } == 6)
  }

  @Test func readingTheBodyOfAWitnessReducerTrapsWithItsName() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Witness().body
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Witness has no body"))
  }

  @Test func erasedReducersFitInOneArray() {
    let reducers: [Reduce<Int, Int>] = [
      Witness().eraseToReduce(), EmptyReducer().eraseToReduce(), Body().eraseToReduce(),
    ]
    let store = Store(initialState: 0) {
      for reducer in reducers { reducer }
    }
    store.send(1)
    #expect(store.withState { $0 } == 2)
  }
}
