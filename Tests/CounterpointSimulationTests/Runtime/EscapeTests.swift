import CounterpointSimulatedCalls
import CounterpointSimulation
import Dispatch
import Foundation
import Synchronization
import Testing

private let noticesThreads = counterpoint_notices_threads()

@Suite struct EscapeTests {
  @Test(.enabled(if: noticesThreads)) func workOnADispatchQueueIsNamed() async throws {
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          DispatchQueue.global().async { continuation.resume() }
        }
      }
      await world.run(for: .seconds(10))
    }
    #expect("\(found)".contains("'shop' has left the simulation: it has called 'dispatch_async'"), "\(found)")
  }

  @Test(.enabled(if: noticesThreads)) func aThreadIsNamed() async throws {
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") { Thread.detachNewThread {} }
      await world.run(for: .seconds(10))
    }
    #expect("\(found)".contains("'shop' has left the simulation: it has called 'pthread_create'"), "\(found)")
  }

  @Test func aTaskThatAnotherThreadResumesIsNamed() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let semaphore = DispatchSemaphore(value: 0), isSent = Atomic(false)
    // Starts outside of the simulation, and sends an element into it.
    Thread.detachNewThread {
      semaphore.wait()
      continuation.yield(1)
      isSent.store(true, ordering: .releasing)
    }
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") { for await _ in stream { break } }
      await world.run(for: .seconds(1))
      semaphore.signal()
      // The simulation has work until the thread has sent its element, and once more.
      while !isSent.load(ordering: .acquiring) { await world.run(for: .seconds(1)) }
      await world.run(for: .seconds(1))
    }
    #expect(
      "\(found)".contains("A task of 'shop' has left the simulation: a thread outside of it has resumed the task."),
      "\(found)"
    )
  }

  @Test func aWaitWithoutAnEndIsNamed() async throws {
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") { await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      await unsafe withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect("\(found)".contains("Nothing is left to run, and the story has not ended."), "\(found)")
    #expect("\(found)".contains("Running: story, shop."), "\(found)")
  }

  @Test func aLoopWithoutTimeIsNamed() async throws {
    let found = try await failure(seeds: [1]) { world in
      world.machine("shop") { while !Task.isCancelled { await Task.yield() } }
      await world.run(for: .seconds(1))
    }
    #expect("\(found)".contains("'shop' spins: 200000 jobs have run at the same virtual time."), "\(found)")
  }

  @Test func aBlockedThreadIsNamed() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    let found = try await failure(seeds: [1], patience: 1) { world in
      world.machine("shop") { wait(for: semaphore) }
      await world.run(for: .seconds(1))
    }
    semaphore.signal()
    #expect("\(found)".contains("A job has blocked its thread for 1 seconds of real time"), "\(found)")
  }

  @Test func whatTheSeedDoesNotDecideIsNamed() async throws {
    let counter = Counter()
    let found = try await failure(seeds: [7]) { world in
      world.note("run \(counter.next())")
      await world.run(for: .seconds(1))
    }
    #expect("\(found)".contains("Two runs with seed 7 differ at step"), "\(found)")
    #expect("\(found)".contains("first:  0.000000000 s story run 1"), "\(found)")
    #expect("\(found)".contains("second: 0.000000000 s story run 2"), "\(found)")
  }

  @Test func theFirstDifferenceIsNamedAlsoIfItHasNoEffectYet() async throws {
    let counter = Counter()
    let found = try await failure(seeds: [7]) { world in
      if counter.next() == 2 { _ = Int.random(in: 0...9) }
      world.note("the same")
      await world.run(for: .seconds(1))
    }
    #expect("\(found)".contains("second: 0.000000000 s story draws a random number"), "\(found)")
  }

  private final class Counter: @unchecked Sendable {
    // @unchecked because the two runs follow one another.
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }
}

/// Blocks the thread. A function, because the compiler refuses the call in an asynchronous one.
private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
