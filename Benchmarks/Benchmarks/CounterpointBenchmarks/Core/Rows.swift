import Benchmark
import Counterpoint

func rows() {
  for count in [10, 1_000, 100_000, 1_000_000] {
    benchmark("row: send to one among \(count)", { makeRows(count) }) { meter, store in
      meter.measure { store.send(.rows(.element(id: count / 2, action: .increment))) }
    }
  }

  for count in [1, 1_000, 10_000, 100_000] {
    benchmark("row: send to one with \(count) row stores alive and observed", { ObservedRows(count) }) { meter, rows in
      meter.measure { rows.sendToTheOneThatIsInteresting() }
    }
  }

  benchmark("row: an action of no row, with 10000 row stores alive and observed", { ObservedRows(10_000) }) {
    meter,
    rows in
    meter.measure { rows.sendToNone() }
  }
}
