import Benchmark
import StateSharing

func sharedValues() {
  for count in [1, 1_000] {
    benchmark("shared: read, with \(count) references", { References(count) }) { meter, references in
      meter.measure { blackHole(references.first.wrappedValue) }
    }

    benchmark("shared: += 1 under its lock, with \(count) references", { References(count) }) { meter, references in
      meter.measure { references.first.withLock { $0 += 1 } }
    }
  }
}

private final class References {
  let first: Shared<Int>
  private let others: [Shared<Int>]

  init(_ count: Int) {
    let key = "count of \(count)"
    first = Shared(wrappedValue: 0, .inMemory(key))
    others = (1..<count).map { _ in Shared(wrappedValue: 0, .inMemory(key)) }
  }
}
