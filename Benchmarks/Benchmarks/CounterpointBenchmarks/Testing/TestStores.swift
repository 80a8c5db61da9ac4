import Benchmark
import ControlledClocks
import Counterpoint
import CounterpointTesting
import IssueReporting

func testStores() {
  benchmark("test store: a step") { meter in
    let store = TestStore(initialState: Leaf.State()) { Leaf() }
    await meter.measure { await store.send(.increment) { $0.count += 1 } }
  }

  benchmark("test store: a send, and the action of its effect received") { meter in
    let store = TestStore(initialState: Leaf.State()) { Leaf() }
    await meter.measure {
      await store.send(.start)
      await store.receive(\.increment) { $0.count += 1 }
    }
  }

  benchmark("test store: a receive of what an effect that sleeps can't send") { meter in
    let store = TestStore(initialState: 0) { Sleepers(clock: TestClock(), areEffects: true) }
    await store.send(1)
    // The failure is formatted as in a test, without a reporter.
    await withIssueReporters([]) { await meter.measure { await store.receive({ $0 == 2 }) } }
    await store.skipInFlightEffects()
  }

  benchmark("test store: a step that changes one row among 10000", repetitions: 20) { meter in
    let store = TestStore(initialState: Rows.State(count: 10_000)) { Rows() }
    await meter.measure {
      await store.send(.rows(.element(id: 5_000, action: .increment))) { $0.rows[id: 5_000]?.count += 1 }
    }
  }

  // Scripts run synchronously, so their instructions can be counted.
  benchmark("test script: a step") { meter in
    let steps = Array(repeating: Step<Leaf.State, Leaf.Action>(.send, .increment) { $0.count += 1 }, count: 1000)
    await meter.measureOnce(repetitions: 1000) { play(Leaf(), from: Leaf.State(), steps) }
  }

  benchmark("test script: a send, and the action of its effect received") { meter in
    let pair: [Step<Leaf.State, Leaf.Action>] = [Step(.send, .start), Step(.receive, .increment) { $0.count += 1 }]
    let steps = Array(repeating: pair, count: 1000).flatMap { $0 }
    await meter.measureOnce(repetitions: 1000) { play(Leaf(), from: Leaf.State(), steps) }
  }

  benchmark("test script: a step that changes one row among 10000") { meter in
    let step = Step<Rows.State, Rows.Action>(.send, .rows(.element(id: 5_000, action: .increment))) {
      $0.rows[id: 5_000]?.count += 1
    }
    await meter.measureOnce(repetitions: 20) {
      play(Rows(), from: Rows.State(count: 10_000), Array(repeating: step, count: 20))
    }
  }

  // The cost of two states that differ in one row, besides comparing them. A test store has the state before an
  // action, the state that the test expects, and the state after the action.
  benchmark(
    "floor D: copy an array of 10000 rows, change one, and let it go",
    repetitions: 20,
    { Rows.State(count: 10_000) }
  ) { meter, rows in
    meter.measure {
      var copy = rows
      copy.rows[id: 5_000]?.count += 1
      blackHole(copy)
    }
  }

  benchmark(
    "floor C: compare two arrays of 10000 rows",
    {
      let rows = Rows.State(count: 10_000)
      var changed = rows
      changed.rows[id: 9_999]?.count = 1
      return (rows, changed)
    }
  ) { meter, states in
    meter.measure { blackHole(states.0 == states.1) }
  }
}
