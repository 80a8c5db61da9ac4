import Counterpoint
import CounterpointTesting
@_spi(Internals) import CounterpointSupport
import Testing

@Suite struct TestStoreInitTests {
  private enum Number: DependencyKey {
    static let liveValue = 0
    static var testValue: Int { 0 }
  }

  private struct Reader: Reducer {
    struct State: Equatable { var number: Int }
    enum Action { case read }

    @Dependency(Number.self) var number

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.number = number
      return .none
    }
  }

  @Test func prepareOnce() async {
    let calls = Locked(0)
    let store = TestStore(initialState: Reader.State(number: 0)) {
      Reader()
    } withDependencies: {
      calls.withLock { $0 += 1 }
      $0[Number.self] = 7
    }
    await store.send(.read) { $0.number = 7 }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func order() {
    let order = Locked<[String]>([])
    func note<Value>(_ name: String, _ value: Value) -> Value {
      @Dependency(Number.self) var number
      let seen = number
      order.withLock { $0.append("\(name) \(seen)") }
      return value
    }
    let store = TestStore(initialState: note("state", Reader.State(number: 1))) {
      note("reducer", Reader())
    } withDependencies: {
      $0[Number.self] = 7
    }
    #expect(store.state.number == 1)
    #expect(order.withLock { $0 } == ["reducer 7", "state 7"])
  }

  @Test func defaults() {
    let store = TestStore(initialState: Relay.State()) { Relay() }
    #expect(store.exhaustivity == .on)
    #expect(store.timeout == .seconds(1))
    #expect(!store.isDismissed)
  }

  @Test func n11ModeAtConstruction() {
    let store = TestStore(initialState: Relay.State(), exhaustivity: .off) { Relay() }
    #expect(store.exhaustivity == .off)
  }

  @Test func aBodyIsEvaluatedAgainAfterItsDependencyChanges() async {
    struct Builder: Reducer {
      @Dependency(Number.self) var number
      var body: some Reducer<Reader.State, Reader.Action> {
        let number = number
        Reduce { state, _ in
          state.number = number
          return .none
        }
      }
    }
    let store = TestStore(initialState: Reader.State(number: 0)) {
      Builder()
    } withDependencies: {
      $0[Number.self] = 1
    }
    await store.send(.read) { $0.number = 1 }
    store.dependencies[Number.self] = 2
    await store.send(.read) { $0.number = 2 }
  }

  @Test func dependenciesMidway() async {
    let store = TestStore(initialState: Reader.State(number: 0)) { Reader() }
    await store.send(.read)
    store.dependencies[Number.self] = 5
    await store.send(.read) { $0.number = 5 }
    await store.withDependencies {
      $0[Number.self] = 6
    } operation: {
      await store.send(.read) { $0.number = 6 }
    }
    await store.send(.read) { $0.number = 5 }
  }

  @Test func theClosureUsesTheStoresDependencies() async {
    let store = TestStore(initialState: Reader.State(number: 0)) {
      Reader()
    } withDependencies: {
      $0[Number.self] = 3
    }
    await store.send(.read) {
      @Dependency(Number.self) var number
      $0.number = number
    }
  }

  @Test func theStateInTheClosureIsTheOldOne() async {
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.send(.increment) {
      #expect(store.state.count == 0)
      $0.count = 1
    }
    #expect(store.state.count == 1)
  }

  @Test func exhaustivityIsScoped() async throws {
    struct Stop: Error {}
    let store = TestStore(initialState: Relay.State()) { Relay() }
    await store.withExhaustivity(.off) {
      #expect(store.exhaustivity == .off)
      await store.send(.increment)
    }
    #expect(store.exhaustivity == .on)
    #expect(throws: Stop.self) { try store.withExhaustivity(.off) { throw Stop() } }
    #expect(store.exhaustivity == .on)
  }
}
