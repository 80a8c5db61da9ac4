import Counterpoint
import CounterpointTesting
import Observation

/// The cases by their names in `cases.json`. Each performs its operation so often.
@MainActor let cases: [String: @MainActor (_ times: Int) -> Void] =
  [floors, sends, reads, rows, stores, parts, scripts].reduce(into: [:]) { cases, some in
    cases.merge(some) { first, _ in first }
  }

typealias Cases = [String: @MainActor (_ times: Int) -> Void]

@MainActor private let floors: Cases = [
  "floor O: += 1 in an observable class": { times in
    let object = ObservedCount()
    for _ in 0..<times { object.count += 1 }
  },
  "floor R: read of an observable class": { times in
    let object = ObservedCount()
    for _ in 0..<times { blackHole(object.count) }
  },
  "floor M: += 1 in a mutex": { times in
    let object = LockedCount()
    for _ in 0..<times { object.count.withLock { $0 += 1 } }
  },
  "floor P: tracked read of an observable class": { times in
    let object = ObservedCount()
    tracking { for _ in 0..<times { blackHole(object.count) } }
  },
  "floor B: observe a field of an observable class, and change it": { times in
    let object = ObservedCount()
    for _ in 0..<times { object.observeAndIncrement() }
  },
  "floor N: tell 100 observers of an observable class": { times in
    let object = ObservedCount()
    for _ in 0..<times {
      object.addObservers(100)
      object.count += 1
    }
  },
  "floor I: += 1 of one of 1000 rows of an array, found in a dictionary": { times in
    var rows = PlainRows(count: 1_000)
    for _ in 0..<times { rows.increment(id: 500) }
    blackHole(rows)
  },
  "floor E: copy an array of 10000 plain rows, change one, and compare": { times in
    let rows = PlainRows(count: 10_000)
    for _ in 0..<times { blackHole(rows.isEqualAfterAnIncrement(id: 5_000)) }
  },
  "floor K: a literal key path to the case of an action": { times in
    for _ in 0..<times { blackHole(\.child as CaseKeyPath<Level1.Action, Leaf.Action>) }
  },
]

@MainActor private let sends: Cases = [
  "send: root, one field": { times in
    let store = makeRoot()
    for _ in 0..<times { store.send(.increment) }
  },
  "send: leaf at depth 10": { times in
    let stores = DeepStore()
    for _ in 0..<times { stores.leaf.send(.increment) }
  },
  "send: a chain, for each action": { times in
    makeRoot().send(.chain(times - 1))
  },
  "send: root, one field, observed by 100": { times in
    let store = makeRoot()
    for _ in 0..<times {
      for _ in 0..<100 { tracking { blackHole(store.count) } }
      store.send(.increment)
    }
  },
  "observe and send: root": { times in
    let store = makeRoot()
    for _ in 0..<times {
      tracking { blackHole(store.count) }
      store.send(.increment)
    }
  },
  "observe and send: leaf at depth 10": { times in
    let leaf = DeepStore().leaf
    for _ in 0..<times {
      tracking { blackHole(leaf.count) }
      leaf.send(.increment)
    }
  },
]

@MainActor private let reads: Cases = [
  "read: field of a root store": { times in
    let store = makeRoot()
    for _ in 0..<times { blackHole(store.count) }
  },
  "read: field of a store at depth 10": { times in
    let leaf = DeepStore().leaf
    for _ in 0..<times { blackHole(leaf.count) }
  },
  "read: tracked, field of a root store": { times in
    let store = makeRoot()
    tracking { for _ in 0..<times { blackHole(store.count) } }
  },
  "read: tracked, field of a store at depth 10": { times in
    let leaf = DeepStore().leaf
    tracking { for _ in 0..<times { blackHole(leaf.count) } }
  },
]

@MainActor private let rows: Cases = [
  "row: send to one among 1000": { times in
    let store = makeRows(1_000)
    for _ in 0..<times { store.send(.rows(.element(id: 500, action: .increment))) }
  },
  "row: send to one with 1000 row stores alive and observed": { times in
    let rows = ObservedRows(1_000)
    for _ in 0..<times { rows.sendToTheOneThatIsInteresting() }
  },
  "row: an action of no row, with 10000 row stores alive and observed": { times in
    let rows = ObservedRows(10_000)
    for _ in 0..<times { rows.sendToNone() }
  },
]

@MainActor private let stores: Cases = [
  "create and drop a scoped store": { times in
    let store = Store(initialState: Level1.State()) { Level1() }
    for _ in 0..<times { blackHole(store.scope(\.child, action: \.child)) }
  },
  "scope a store that is there": { times in
    let store = Store(initialState: Level1.State()) { Level1() }
    let child = store.scope(\.child, action: \.child)
    for _ in 0..<times { blackHole(store.scope(\.child, action: \.child)) }
    blackHole(child)
  },
  // The tasks never run, because the program does not wait for the main actor's jobs.
  "effect: one of 10000 started, and canceled by its id": { times in
    let store = makeRoot()
    for id in 0..<times { store.send(.wait(id)) }
    for id in 0..<times { store.send(.cancel(id)) }
  },
]

@MainActor private let parts: Cases = [
  "shared: read, with 1 references": { times in
    let shared = Shared(wrappedValue: 0, .inMemory("count"))
    for _ in 0..<times { blackHole(shared.wrappedValue) }
  },
  "shared: += 1 under its lock, with 1 references": { times in
    let shared = Shared(wrappedValue: 0, .inMemory("count"))
    for _ in 0..<times { shared.withLock { $0 += 1 } }
  },
]

@MainActor private let scripts: Cases = [
  "test script: a step": { times in
    play(Leaf(), from: Leaf.State(), Array(repeating: Step(.send, .increment) { $0.count += 1 }, count: times))
  },
  "test script: a send, and the action of its effect received": { times in
    let steps: [Step<Leaf.State, Leaf.Action>] = [
      Step(.send, .start), Step(.receive, .increment) { $0.count += 1 },
    ]
    play(Leaf(), from: Leaf.State(), Array(repeating: steps, count: times).flatMap { $0 })
  },
  "test script: a step that changes one row among 10000": { times in
    let step = Step<Rows.State, Rows.Action>(.send, .rows(.element(id: 5_000, action: .increment))) {
      $0.rows[id: 5_000]?.count += 1
    }
    play(Rows(), from: Rows.State(count: 10_000), Array(repeating: step, count: times))
  },
]

@MainActor private func makeRoot() -> StoreOf<Leaf> {
  Store(initialState: Leaf.State()) { Leaf() }
}

private func tracking(_ read: () -> Void) {
  withObservationTracking(read) {}
}

/// Uses a value, so that the compiler does not remove its computation.
@_optimize(none)
func blackHole(_ value: some Any) {}
