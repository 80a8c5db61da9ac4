import Dispatch
import Foundation
import Synchronization
import Testing

@testable import PrimeTime

@Suite("The nth prime")
struct NthPrimeTests {
  @Test(
    "Known values",
    arguments: [
      (1, 2), (2, 3), (3, 5), (4, 7), (5, 11), (6, 13), (7, 17), (10, 29), (1_000, 7_919), (100_000, 1_299_709),
      (1_000_000, 15_485_863), (nthPrimeLimit, 86_028_121),
    ]
  )
  func knownValues(n: Int, prime: Int) async throws {
    #expect(try await PrimeClient.live.nthPrime(n) { _ in } == prime)
  }

  @Test("Below 1 there is none", arguments: [0, -1, .min])
  func tooSmall(n: Int) async throws {
    await #expect(throws: NthPrimeError.tooSmall(n: n)) { try await PrimeClient.live.nthPrime(n) { _ in } }
  }

  @Test("Above the limit is refused", arguments: [nthPrimeLimit + 1, .max])
  func tooLarge(n: Int) async throws {
    await #expect(throws: NthPrimeError.tooLarge(n: n, limit: 5_000_000)) {
      try await PrimeClient.live.nthPrime(n) { _ in }
    }
  }

  @Test("Errors name the number and the limit")
  func errorTexts() {
    let small = NthPrimeError.tooSmall(n: -3)
    #expect(small.description == "There is no prime number -3: counting starts at 1, and the first prime is 2.")
    #expect(small.localizedDescription == small.description)
    let large = NthPrimeError.tooLarge(n: 9_000_000, limit: nthPrimeLimit)
    #expect(large.description == "Prime number 9000000 is too far out to compute: the limit is 5000000.")
    #expect(large.localizedDescription == large.description)
  }

  @Test("Progress grows within 0 and 1, once per percent for a large n")
  func progress() async throws {
    let fractions = Mutex<[Double]>([])
    _ = try await PrimeClient.live.nthPrime(1_000_000) { fraction in fractions.withLock { $0.append(fraction) } }
    let reported = fractions.withLock { $0 }
    #expect(reported.allSatisfy { $0 > 0 && $0 < 1 })
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 })
    #expect(reported.count <= 100)
    #expect(Set(reported.map { Int($0 * 100 + 0.000_1) }) == Set(1...99))
  }

  @Test("A small n is done before there is anything to report", arguments: [1, 7, 1_000])
  func noProgress(n: Int) async throws {
    _ = try await PrimeClient.live.nthPrime(n) { fraction in Issue.record("reported \(fraction)") }
  }

  @Test("A task that is already canceled does not begin")
  func cancelledBefore() async {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await PrimeClient.live.nthPrime(7) { _ in Issue.record("reported progress") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "Canceled from its progress, it stops at once and reports no more",
    arguments: [(1_000_000, 1), (1_000_000, 50), (100_000, 9)]
  )
  func cancelledDuring(n: Int, report: Int) async {
    let reports = Atomic(0)
    let task = Task {
      try await PrimeClient.live.nthPrime(n) { _ in
        guard reports.add(1, ordering: .relaxed).newValue == report else { return }
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(reports.load(ordering: .relaxed) == report)
  }

  @Test("The caller's actor is free meanwhile")
  func offTheActor() async throws {
    let client = PrimeClient.live
    // The yields wait for nothing: after each suspension, a search on the caller's actor would be a new job there.
    let asks: [nonisolated(nonsending) @Sendable () async throws -> Int] = [
      { try await client.nthPrime(100_000) { _ in await Task.yield() } },
      { try await NthPrimeSearch(n: 100_000).run { _ in await Task.yield() } },
    ]
    for ask in asks {
      let caller = Caller()
      #expect(try await caller.call(ask) == 1_299_709)
      // One job to begin, and one for the answer if it needs the actor. A search on this actor would come back to it
      // after each of its reports, of which there are nine.
      #expect(caller.executor.jobs.load(ordering: .relaxed) <= 2)
    }
  }
}

private actor Caller {
  nonisolated let executor = CountingExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func call(_ ask: nonisolated(nonsending) @Sendable () async throws -> Int) async throws -> Int {
    let prime = try await ask()
    return prime
  }
}

private final class CountingExecutor: SerialExecutor {
  let jobs = Atomic(0)
  private let queue = DispatchQueue(label: "caller")

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.add(1, ordering: .relaxed)
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
