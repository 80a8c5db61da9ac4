import CaseKeyPaths
import CounterpointCore
import CounterpointTestSupport
import DependencyInjection
import Testing

/// A store's dependencies: set where it is made, in force as long as it lives.
@MainActor
@Suite struct StoreDependenciesTests {
  struct Reader: Reducer {
    enum Action { case read }
    @Dependency(\.number) var number

    func reduce(into state: inout [Int], action: Action) -> Effect<Action> {
      state.append(number)
      return .none
    }
  }

  private static func read() -> [Int] { [DependencyValues._current.number] }

  @Test func theClosureHoldsForTheStateTheBuilderAndEachReduction() {
    let store = Store(initialState: Self.read()) {
      Reduce<[Int], Reader.Action> { [number = DependencyValues._current.number] state, _ in
        state.append(number)
        return .none
      }
      Reader()
    } withDependencies: {
      $0.number = 10
    }
    store.send(.read)
    store.send(.read)
    #expect(store.withState { $0 } == [10, 10, 10, 10, 10])
    #expect(DependencyValues._current.number == 0)
  }

  @Test func eachIsEvaluatedOnce() {
    let log = Recorder<String>()
    func state() -> [Int] {
      log.note("state")
      return []
    }
    func reader() -> Reader {
      log.note("reducer")
      return Reader()
    }
    let store = Store(initialState: state()) {
      reader()
    } withDependencies: { _ in
      log.note("dependencies")
    }
    store.send(.read)
    store.send(.read)
    #expect(log.entries.first == "dependencies")
    #expect(log.entries.sorted() == ["dependencies", "reducer", "state"])
  }

  @Test func whatIsCurrentWhereTheStoreIsMadeStays() {
    let store = withDependencies {
      $0.number = 11
    } operation: {
      Store(initialState: [Int]()) { Reader() }
    }
    store.send(.read)
    #expect(store.withState { $0 } == [11])
  }

  @Test func whatIsCurrentWhereItIsUsedDoesNotCount() {
    let store = Store(initialState: [Int]()) { Reader() }
    withDependencies {
      $0.number = 12
    } operation: {
      _ = store.send(.read)
      #expect(DependencyValues._current.number == 12)
    }
    #expect(store.withState { $0 } == [0])
  }

  @Test func aStoreOnANamedActorDoesTheSame() {
    let store = Store(initialState: Self.read(), on: MainActor.shared) {
      Reader()
    } withDependencies: {
      $0.number = 13
    }
    store.send(.read)
    #expect(store.withState { $0 } == [13, 13])
  }

  @Test func aScopedStoreHasThoseOfItsRoot() {
    let store = Store(initialState: Level<Reader>.State(child: [])) {
      Level(Reader())
    } withDependencies: {
      $0.number = 14
    }
    store.scope(\.child, action: \.child).send(.read)
    #expect(store.withState { $0.child } == [14])
  }

  @Test func twoStoresDoNotMeet() {
    let stores = (1...3).map { number in
      Store(initialState: [Int]()) {
        Reader()
      } withDependencies: {
        $0.number = number
      }
    }
    for store in stores + stores { store.send(.read) }
    #expect(stores.map { $0.withState { $0 } } == [[1, 1], [2, 2], [3, 3]])
  }

  @Test func aPartOfAClientIsSetWithoutAnIssue() {
    let reported = issues {
      let store = Store(initialState: [Int]()) {
        Reader()
      } withDependencies: {
        $0.pair.first = 1
      }
      store.send(.read)
    }
    #expect(reported.isEmpty)
  }
}
