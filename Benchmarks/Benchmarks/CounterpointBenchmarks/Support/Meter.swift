import AllocationCounter
import Benchmark
import Foundation

/// Measures one case: the time of an operation, and what it allocates.
@MainActor
final class Meter {
  private let benchmark: Benchmark
  /// The number of operations per sample.
  private let repetitions: Int

  /// The number of operations of the first case without measuring: for `measure --check`.
  private static let times = ProcessInfo.processInfo.environment["BENCHMARK_TIMES"].flatMap { Int($0) }

  /// Says what was allocated, and ends the program.
  private func end(_ counts: allocation_counts, _ repetitions: Int) -> Never {
    print("allocations: \(Double(counts.count) / Double(repetitions))")
    exit(0)
  }

  fileprivate init(_ benchmark: Benchmark, repetitions: Int) {
    self.benchmark = benchmark
    self.repetitions = repetitions
  }

  /// Does an operation many times: first to count what it allocates, then to measure how long it takes.
  ///
  /// - Parameter operation: Is to give what it computes to `blackHole`.
  @inline(__always)
  func measure(_ operation: () -> Void) {
    if let times = Self.times {
      // What only the first one does is not counted.
      operation()
      allocation_counter_start()
      for _ in 0..<times { operation() }
      end(allocation_counter_stop(), times)
    }
    let range = 0..<repetitions
    count { for _ in range { operation() } }
    let start = startMeasurement()
    for _ in range { operation() }
    stopMeasurement(start)
  }

  /// Does an asynchronous operation many times: first to count what it allocates, then to measure how long it takes.
  @inline(__always)
  func measure(_ operation: () async -> Void) async {
    if let times = Self.times {
      await operation()
      allocation_counter_start()
      for _ in 0..<times { await operation() }
      end(allocation_counter_stop(), times)
    }
    let range = 0..<repetitions
    allocation_counter_start()
    for _ in range { await operation() }
    note(allocation_counter_stop(), repetitions)
    let start = startMeasurement()
    for _ in range { await operation() }
    stopMeasurement(start)
  }

  /// Measures an operation that can run once only, or that repeats itself. Allocations are counted at the same time,
  /// which takes some of the time.
  ///
  /// - Parameter repetitions: The number of times that the closure performs the operation of the case.
  func measureOnce(repetitions: Int = 1, _ operation: () async -> Void) async {
    if Self.times != nil {
      allocation_counter_start()
      await operation()
      end(allocation_counter_stop(), repetitions)
    }
    allocation_counter_start()
    let start = startMeasurement()
    await operation()
    stopMeasurement(start)
    note(allocation_counter_stop(), repetitions)
  }

  /// Starts both clocks.
  ///
  /// - Returns: The time of the processor.
  private func startMeasurement() -> Int {
    let start = processorTime()
    benchmark.startMeasurement()
    return start
  }

  private func stopMeasurement(_ start: Int) {
    benchmark.stopMeasurement()
    benchmark.measurement(.cpu, processorTime() - start)
  }

  private func count(_ operation: () -> Void) {
    allocation_counter_start()
    operation()
    note(allocation_counter_stop(), repetitions)
  }

  private func note(_ counts: allocation_counts, _ repetitions: Int) {
    benchmark.measurement(.allocations, Int(counts.count))
    benchmark.measurement(.repetitions, repetitions)
  }
}

/// Returns the time that the processors have spent on all threads of the program, in nanoseconds.
private func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

extension BenchmarkMetric {
  /// The time of the processors for a sample, in nanoseconds.
  static let cpu = BenchmarkMetric.custom("cpu", polarity: .prefersSmaller, useScalingFactor: false)
  static let allocations = BenchmarkMetric.custom("allocations", polarity: .prefersSmaller, useScalingFactor: false)
  /// The number of operations per sample, for `measure` to divide by.
  static let repetitions = BenchmarkMetric.custom("repetitions", polarity: .prefersSmaller, useScalingFactor: false)
}

/// Registers a case. It runs on the main actor, as programs with a user interface do.
///
/// - Parameters:
///   - name: The name in `cases.json`.
///   - repetitions: How often the operation is repeated for one sample.
///   - make: Makes what the case needs; that is kept for all samples and not measured.
///   - body: Measures a sample.
func benchmark<Fixture>(
  _ name: String,
  repetitions: Int = 1000,
  _ make: @escaping @MainActor () -> Fixture,
  measuring body: @escaping @MainActor (Meter, Fixture) async -> Void
) {
  let fixture = Kept(make)
  Benchmark(
    name,
    configuration: Benchmark.Configuration(
      metrics: [.throughput, .wallClock, .cpu, .allocations, .repetitions],
      timeUnits: .nanoseconds,
      warmupIterations: 3,
      maxDuration: .milliseconds(700),
      maxIterations: 500
    )
  ) { benchmark in
    nonisolated(unsafe) let benchmark = benchmark
    await fixture.use { await body(Meter(benchmark, repetitions: repetitions), $0) }
  } teardown: {
    await fixture.drop()
  }
}

/// Registers a case that needs nothing.
func benchmark(
  _ name: String,
  repetitions: Int = 1000,
  measuring body: @escaping @MainActor (Meter) async -> Void
) {
  benchmark(name, repetitions: repetitions, {}) { meter, _ in await body(meter) }
}

/// The value that a case uses, from its first sample to its last.
@MainActor
private final class Kept<Fixture> {
  private let make: @MainActor () -> Fixture
  private var fixture: Fixture?

  nonisolated init(_ make: @escaping @MainActor () -> Fixture) {
    self.make = make
  }

  func use(_ body: @MainActor (Fixture) async -> Void) async {
    let fixture = fixture ?? make()
    self.fixture = fixture
    await body(fixture)
  }

  func drop() {
    fixture = nil
  }
}
