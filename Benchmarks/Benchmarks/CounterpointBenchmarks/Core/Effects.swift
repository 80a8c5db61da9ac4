import Benchmark
import Counterpoint

func effects() {
  benchmark("effect: work that sends an action back, to its end", makeRoot) { meter, store in
    await meter.measure { await store.send(.start).finish() }
  }

  benchmark("effect: work that does nothing, to its end", makeRoot) { meter, store in
    await meter.measure { await store.send(.startNothing).finish() }
  }
}
