import Benchmark
import Counterpoint
import Observation

func sends() {
  benchmark("send: root, one field", makeRoot) { meter, store in
    meter.measure { store.send(.increment) }
  }

  benchmark("send: root, one field, no longer observed", makeRoot) { meter, store in
    // An earlier observation has marked the state as observable.
    withObservationTracking {
      _ = store.count
    } onChange: {
    }
    store.send(.increment)
    meter.measure { store.send(.increment) }
  }

  for count in [1, 10_000] {
    benchmark("send: root, one field, another observed by \(count)", { makeRoot(titleObservedBy: count) }) {
      meter,
      store in
      meter.measure { store.send(.increment) }
    }
  }

  benchmark("send: root, one field, observed by 100", makeRoot) { meter, store in
    for _ in 0..<100 {
      withObservationTracking {
        blackHole(store.count)
      } onChange: {
      }
    }
    await meter.measureOnce { store.send(.increment) }
  }

  benchmark("observe and send: root", makeRoot) { meter, store in
    meter.measure {
      withObservationTracking {
        blackHole(store.count)
      } onChange: {
      }
      store.send(.increment)
    }
  }

  benchmark("observe and send: leaf at depth 10", DeepStore.init) { meter, stores in
    meter.measure {
      withObservationTracking {
        blackHole(stores.leaf.count)
      } onChange: {
      }
      stores.leaf.send(.increment)
    }
  }

  benchmark("send: root, with printing and signposts off", makeQuietRoot) { meter, store in
    meter.measure { store.send(.increment) }
  }

  benchmark("send: leaf at depth 1", { makeStore(of: Level1()).scope(\.child, action: \.child) }) { meter, leaf in
    meter.measure { leaf.send(.increment) }
  }

  benchmark(
    "send: leaf at depth 3",
    {
      makeStore(of: Level3()).scope(\.child, action: \.child).scope(\.child, action: \.child)
        .scope(\.child, action: \.child)
    }
  ) { meter, leaf in
    meter.measure { leaf.send(.increment) }
  }

  benchmark("send: leaf at depth 10", DeepStore.init) { meter, stores in
    meter.measure { stores.leaf.send(.increment) }
  }

  benchmark("send: a chain, for each action", makeRoot) { meter, store in
    await meter.measureOnce(repetitions: 1000) { store.send(.chain(999)) }
  }

  benchmark("create and drop a root store") { meter in
    meter.measure { blackHole(makeRoot()) }
  }

  benchmark(
    "create and drop a scoped store",
    { Store(initialState: Level1.State()) { Level1() } }
  ) { meter, store in
    meter.measure { blackHole(store.scope(\.child, action: \.child)) }
  }

  // The cost at the caller of `scope`: a key path that contains another one is created again at each use.
  benchmark("floor K: a literal key path to the case of an action") { meter in
    meter.measure { blackHole(\.child as CaseKeyPath<Level1.Action, Leaf.Action>) }
  }

  benchmark(
    "scope a store that is there",
    {
      let store = makeStore(of: Level1())
      return (parent: store, child: store.scope(\.child, action: \.child))
    }
  ) { meter, stores in
    meter.measure { blackHole(stores.parent.scope(\.child, action: \.child)) }
  }
}

func reads() {
  benchmark("read: field of a root store", makeRoot) { meter, store in
    meter.measure { blackHole(store.count) }
  }

  benchmark("read: field of a store at depth 10", DeepStore.init) { meter, stores in
    meter.measure { blackHole(stores.leaf.count) }
  }

  benchmark("read: tracked, field of a root store", makeRoot) { meter, store in
    withObservationTracking {
      meter.measure { blackHole(store.count) }
    } onChange: {
    }
  }

  benchmark("read: tracked, field of a store at depth 10", DeepStore.init) { meter, stores in
    withObservationTracking {
      meter.measure { blackHole(stores.leaf.count) }
    } onChange: {
    }
  }
}

@MainActor
func makeRoot() -> StoreOf<Leaf> {
  Store(initialState: Leaf.State()) { Leaf() }
}

/// A store whose feature could be watched, and is not.
@MainActor
private func makeQuietRoot() -> StoreOf<Leaf> {
  Store(initialState: Leaf.State()) { Leaf()._printChanges(nil).signpost() }
}

@MainActor
private func makeStore(of level: Level1) -> StoreOf<Level1> { Store(initialState: Level1.State()) { level } }

@MainActor
private func makeStore(of level: Level3) -> StoreOf<Level3> { Store(initialState: Level3.State()) { level } }

@MainActor
private func makeRoot(titleObservedBy observers: Int) -> StoreOf<Leaf> {
  let store = makeRoot()
  for _ in 0..<observers {
    withObservationTracking {
      _ = store.title
    } onChange: {
    }
  }
  return store
}
