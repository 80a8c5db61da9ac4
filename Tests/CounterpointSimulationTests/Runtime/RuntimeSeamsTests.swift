import CounterpointSimulatedCalls
import CounterpointSimulation
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The properties of the runtime on which simulations depend. They are not documented.
@Suite struct RuntimeSeamsTests {
  private static var isSimulated: Bool { unsafe counterpoint_get_worker() != nil }

  private actor Plain {
    private var count = 0

    func bump(_ steps: Steps, _ name: String) async {
      count += 1
      steps.note(name)
      await Task.yield()
      steps.note("\(name), after a yield")
    }

    func unstructured(_ steps: Steps) -> Task<Void, Never> {
      Task {
        count += 1
        await Task.yield()
        steps.note("a task of an actor")
      }
    }
  }

  @MainActor private final class Model {
    private var count = 0

    func bump(_ steps: Steps) async {
      MainActor.assertIsolated()
      count += 1
      steps.note("the main actor")
      await Task.yield()
      MainActor.assertIsolated()
      steps.note("the main actor, after a yield")
      await Task { steps.note("a task of the main actor") }.value
    }
  }

  /// Collects where each construct ran.
  private struct Steps: Sendable {
    let inside = Recorder<String>()
    let outside = Recorder<String>()

    func note(_ name: String) { (isSimulated ? inside : outside).note(name) }
  }

  @concurrent private static func free(_ steps: Steps) async { steps.note("a concurrent function") }

  @Test func everyConstructStaysInTheSimulation() async throws {
    let steps = Steps()
    try await simulate(seeds: [1]) { world in
      world.machine("m") { await Self.runAll(steps) }
      await world.run(for: .seconds(1))
    }
    #expect(steps.outside.entries == [])
    // The first seed runs twice.
    #expect(steps.inside.entries.filter { $0 == "the end" }.count == 2)
  }

  private static func runAll(_ steps: Steps) async {
    steps.note("a program")
    await free(steps)
    let (first, second) = (Plain(), Plain())
    await first.bump(steps, "an actor")
    async let child: Void = second.bump(steps, "an actor in a child")
    await child
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 { group.addTask { await first.bump(steps, "child \(number)") } }
    }
    await withDiscardingTaskGroup { group in group.addTask { steps.note("a discarding child") } }
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    async let producer: Void = {
      for number in 0..<2 {
        continuation.yield(number)
        await Task.yield()
      }
      continuation.finish()
    }()
    for await number in stream { steps.note("element \(number)") }
    await producer
    await Task {
      steps.note("a task")
      await Task.yield()
      steps.note("a task, after a yield")
    }.value
    await Task.detached {
      steps.note("a detached task")
      await Task.yield()
      steps.note("a detached task, after a yield")
      await first.bump(steps, "an actor of a detached task")
    }.value
    await Task.immediate {
      steps.note("an immediate task")
      await Task.yield()
      steps.note("an immediate task, after a yield")
    }.value
    await first.unstructured(steps).value
    await Model().bump(steps)
    steps.note("after the main actor")
    await withTaskExecutorPreference(globalConcurrentExecutor) { steps.note("the global executor") }
    try? await Task.sleep(for: .milliseconds(10))
    steps.note("after a sleep")
    let task = Task { try await Task.sleep(for: .seconds(100)) }
    await Task.yield()
    task.cancel()
    _ = await task.result
    steps.note("the end")
  }

  @Test func timeIsVirtualAndExact() async throws {
    let durations = Recorder<Duration>()
    try await simulate(seeds: [1]) { world in
      world.machine("m") {
        let clock = ContinuousClock()
        let start = clock.now
        try await Task.sleep(for: .seconds(100))
        durations.note(start.duration(to: clock.now))
        try await Task.sleep(nanoseconds: 50)
        try await clock.sleep(until: start + .seconds(300))
        durations.note(start.duration(to: clock.now))
        try await Task.detached { try await Task.sleep(for: .seconds(1)) }.value
        durations.note(start.duration(to: clock.now))
        Self.pauseThread()
        durations.note(.milliseconds(Int((start.duration(to: clock.now) / .milliseconds(1)).rounded())))
        durations.note(.seconds(Date().timeIntervalSince1970.rounded()))
      }
      await world.run(for: .seconds(1_000))
    }
    let expected: [Duration] = [
      .seconds(100), .seconds(300), .seconds(301), .milliseconds(303_700), .seconds(1_735_689_600 + 304),
    ]
    #expect(durations.entries == expected + expected)
  }

  /// Pauses for 2.7 seconds. A function, because asynchronous code may not block its thread.
  private static func pauseThread() {
    usleep(2_000_000)
    Thread.sleep(forTimeInterval: 0.7)
  }

  /// Foundation spins with `sleep(0)` while another thread has a lock. That thread may be outside of the simulation.
  @Test func aLockOfFoundationThatAnotherThreadHasIsNoStep() async throws {
    let isOver = Locked(false)
    for _ in 1...2 { Thread.detachNewThread { while !isOver.withLock({ $0 }) { Self.lockCharacterSets() } } }
    defer { isOver.withLock { $0 = true } }
    // The first seed is run twice.
    for seed in 1...3 {
      try await simulate(seeds: [seed]) { world in
        for name in ["a", "b"] { world.machine(name) { Self.lockCharacterSets() } }
        await world.run(for: .seconds(1))
      }
    }
  }

  private static func lockCharacterSets() {
    for _ in 1...2_000 { _ = CharacterSet.whitespacesAndNewlines }
  }

  @Test func randomNumbersBelongToTheSeed() async throws {
    func numbers(_ seed: Int) async throws -> [UInt64] {
      let numbers = Recorder<UInt64>()
      try await simulate(seeds: [seed]) { world in
        for name in ["a", "b"] {
          world.machine(name) {
            numbers.note(.random(in: 0 ... .max))
            var generator = SystemRandomNumberGenerator()
            numbers.note(generator.next())
            numbers.note(UInt64((1...20).shuffled()[0]))
          }
        }
        await world.run(for: .seconds(1))
      }
      // The second run repeats the first.
      let (first, second) = (numbers.entries.prefix(6), numbers.entries.suffix(6))
      #expect(Array(first) == Array(second))
      return Array(first)
    }
    let (first, again, other) = try await (numbers(1), numbers(1), numbers(2))
    #expect(first == again)
    #expect(first != other)
    #expect(Set(first).count > 4)
  }

  @Test func otherCodeOfTheProcessIsUnaffected() async throws {
    try await simulate(seeds: [1]) { world in await world.run(for: .seconds(1_000)) }
    #expect(!Self.isSimulated)
    #expect(await Task.detached { Self.isSimulated }.value == false)
    #expect(await MainActor.run { Self.isSimulated } == false)
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(1))
    #expect(start.duration(to: .now) >= .milliseconds(1))
    #expect(Date().timeIntervalSince1970 > 1_735_689_600 + 1_000_000)
  }
}
