import Benchmark
import DependencyInjection

func dependencies() {
  benchmark("dependency: read, overridden where it is read", Reader.init) { meter, reader in
    withDependencies {
      $0.number = 2
    } operation: {
      meter.measure { blackHole(reader.number) }
    }
  }

  benchmark("dependency: read, overridden where the reader was made") { meter in
    let reader = withDependencies {
      $0.number = 2
    } operation: {
      Reader()
    }
    meter.measure { blackHole(reader.number) }
  }

  benchmark("dependency: read of a default", Reader.init) { meter, reader in
    meter.measure { blackHole(reader.number) }
  }

  benchmark("dependency: override one and read it", Reader.init) { meter, reader in
    meter.measure {
      withDependencies {
        $0.number = 2
      } operation: {
        blackHole(reader.number)
      }
    }
  }
}

private struct Reader {
  @Dependency(\.number) var number
}

private enum NumberKey: DependencyKey {
  static let liveValue = 1
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}
