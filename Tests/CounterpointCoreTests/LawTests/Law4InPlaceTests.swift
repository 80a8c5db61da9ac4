import CaseKeyPaths
import CounterpointCore
import Testing

/// Law 4: a send never copies the state.
@MainActor
@Suite struct Law4InPlaceTests {
  struct Rows: Reducer {
    var body: some Reducer<[Int], Int> {
      Reduce { state, action in
        state[action] += 1
        return .none
      }
    }
  }

  /// An object that knows whether it is uniquely referenced.
  final class Payload {
    var value = 0
  }

  struct Held {
    var payload = Payload()
    var copies = 0

    mutating func change() {
      if !isKnownUniquelyReferenced(&payload) { copies += 1 }
      payload.value += 1
    }
  }

  struct Holder: Reducer {
    var body: some Reducer<Held, Int> {
      Reduce { state, action in
        state.change()
        return action > 0 ? .send(action - 1) : .none
      }
      Reduce { state, _ in
        state.change()
        return .none
      }
    }
  }

  private func address(_ array: [Int]) -> Int {
    unsafe array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func aMillionRowsStayWhereTheyAre() {
    let store = Store(initialState: Array(repeating: 0, count: 1_000_000)) { Rows() }
    let before = store.withState(address)
    for row in 0..<100 { store.send(row) }
    #expect(store.withState(address) == before)
    #expect(store.withState { $0[99] } == 1)
  }

  @Test func aMillionRowsStayWhereTheyAreFiveFeaturesDeep() {
    typealias State<R: Reducer & SendableMetatype> = Level<R>.State
    let store = Store(
      initialState: State(
        child: State(child: State(child: State(child: State<Rows>(child: Array(repeating: 0, count: 1_000_000)))))
      )
    ) {
      Level(Level(Level(Level(Level(Rows())))))
    }
    let deep =
      store
      .scope(\.child, action: \.child)
      .scope(\.child, action: \.child)
      .scope(\.child, action: \.child)
      .scope(\.child, action: \.child)
      .scope(\.child, action: \.child)
    let before = deep.withState(address)
    for row in 0..<100 { deep.send(row) }
    store.send(.child(.child(.child(.child(.child(7))))))
    #expect(deep.withState(address) == before)
    #expect(store.withState(\.child.child.child.child.child[7]) == 2)
  }

  @Test func noReducerFindsACopyOfTheState() {
    let store = Store(initialState: Level<Level<Holder>>.State(child: .init(child: Held()))) {
      Level(Level(Holder()))
    }
    let viewStore = store.view(
      state: \.child.child.payload.value,
      action: { (_: Never) -> Level<Level<Holder>>.Action in }
    )
    let token = viewStore.observe { _ in }
    for _ in 0..<10 { store.send(.child(.child(3))) }
    #expect(store.withState(\.child.child.copies) == 0)
    #expect(viewStore.state == 80)
    token.cancel()
  }

  @Test func theCounterOfCopiesCounts() {
    let store = Store(initialState: Held()) { Holder() }
    let copy = store.withState { $0 }
    store.send(0)
    #expect(store.withState(\.copies) == 2)
    #expect(copy.copies == 0)
  }

  /// The state as a whole is larger than the stack, so it is made on another thread of the same actor.
  @Test func tenFeaturesOf64KiBEachRunOnAStackOf512KiB() async {
    #expect(MemoryLayout<Ballast>.size == 65_536)
    let actor = WideActor()
    await actor.makeStore()
    actor.moveToThread(stackSize: 512 * 1024)
    #expect(await actor.increment() == 1)
  }

  actor WideActor {
    typealias W<R: Reducer & SendableMetatype> = WideLevel<R> where R.State: DefaultState
    typealias Ten = W<W<W<W<W<W<W<W<W<W<Counter>>>>>>>>>>

    private let executor = ThreadExecutor(stackSize: 64 * 1024 * 1024)
    private var store: StoreOf<Ten>?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe executor.asUnownedSerialExecutor()
    }

    deinit {
      executor.stop()
    }

    func makeStore() {
      store = Store(initialState: Ten.State()) { Ten(W(W(W(W(W(W(W(W(W(Counter())))))))))) }
    }

    nonisolated func moveToThread(stackSize: Int) {
      executor.moveToThread(stackSize: stackSize)
    }

    func increment() -> Int? {
      guard let store else { return nil }
      let leaf =
        store
        .scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
        .scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
        .scope(\.child, action: \.child).scope(\.child, action: \.child).scope(\.child, action: \.child)
        .scope(\.child, action: \.child)
      leaf.send(.increment)
      return leaf.withState(\.count)
    }
  }
}
