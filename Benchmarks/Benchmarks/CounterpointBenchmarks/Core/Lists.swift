import Benchmark
import Counterpoint

/// Changes of a list as a whole, and the same on the bare array.
func lists() {
  benchmark("floor A: append to 100000 rows, and remove the last", BareRows.init) { meter, bare in
    meter.measure {
      bare.rows.append(Leaf.State(id: -1))
      bare.rows.removeLast()
    }
  }

  benchmark("list: append to 100000 rows, and remove the last", { makeRows(100_000) }) { meter, store in
    meter.measure {
      store.send(.append(id: -1))
      store.send(.removeLast)
    }
  }

  benchmark("floor V: move the last of 100000 rows", repetitions: 10, BareRows.init) { meter, bare in
    meter.measure { bare.rows.move(fromOffsets: [99_999], toOffset: 50_000) }
  }

  benchmark("list: move the last of 100000 rows", repetitions: 10, { makeRows(100_000) }) { meter, store in
    meter.measure { store.send(.moveLast(to: 50_000)) }
  }
}

private final class BareRows {
  var rows = Rows.State(count: 100_000).rows
}
