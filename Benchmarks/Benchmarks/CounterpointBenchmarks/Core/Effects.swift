import Benchmark
import Counterpoint

func effects() {
  benchmark("effect: work that sends an action back, to its end", makeRoot) { meter, store in
    await meter.measure { await store.send(.start).finish() }
  }

  benchmark("effect: work that does nothing, to its end", makeRoot) { meter, store in
    await meter.measure { await store.send(.startNothing).finish() }
  }

  benchmark("effect: one of 10000 started, and canceled by its id", makeRoot) { meter, store in
    var tasks: [StoreTask] = []
    await meter.measureOnce(repetitions: 10_000) {
      tasks = (0..<10_000).map { store.send(.wait($0)) }
      for id in 0..<10_000 { store.send(.cancel(id)) }
    }
    for task in tasks { await task.finish() }
  }
}
