import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
import Testing

/// Concurrent reads, and the deadlocks that they could cause.
@Suite struct ContentionTests {
  /// The first computation finishes only when all other threads are about to wait for it.
  @Test func aHundredFirstReadsComputeOnce() {
    let made = Counter()
    let asking = DispatchGroup()
    let ended = DispatchGroup()
    var own = DependencyValues()
    own.made = made
    own.pause = { asking.wait() }
    let values = own
    for _ in 0..<100 {
      asking.enter()
      ended.enter()
    }
    for _ in 0..<100 {
      Thread {
        asking.leave()
        #expect(values[CountedKey.self] == 1)
        ended.leave()
      }
      .start()
    }
    ended.wait()
    #expect(made.value == 1)
  }

  private enum CountedKey: TestDependencyKey {
    static var testValue: Int {
      DependencyValues._current.pause()
      return DependencyValues._current.made.increment()
    }
  }

  /// While another thread computes a first use, this thread doesn't wait for it and reads other dependencies.
  @Test func aComputationOnAnotherThreadHoldsNoLock() {
    let values = DependencyValues()
    let begun = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    var current = values
    current.pause = {
      begun.signal(); mayEnd.wait()
    }
    let paused = current
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      #expect(paused[PausedKey.self] == 1)
      ended.signal()
    }
    thread.start()
    begun.wait()
    // The other thread is computing, and needs this thread to continue.
    #expect(values.number == 3)
    #expect(values[OtherKey.self] == 4)
    withDependencies {
      $0.number = 1
    } operation: {
      _ = DependencyValues._current.number
    }
    mayEnd.signal()
    ended.wait()
  }

  /// A known deadlock: a first use on a background thread, while the main thread waits for that thread.
  @MainActor
  @Test func aFirstUseInTheBackgroundDoesNotNeedTheMainThread() {
    let values = DependencyValues()
    let done = DispatchSemaphore(value: 0)
    Thread {
      #expect(values[OtherKey.self] == 4)
      done.signal()
    }
    .start()
    done.wait()
  }

  private enum PausedKey: TestDependencyKey {
    static var testValue: Int {
      DependencyValues._current.pause()
      return 1
    }
  }

  private enum OtherKey: TestDependencyKey {
    static var testValue: Int { 4 }
  }

  /// Another known deadlock: defaults that read other keys, from several threads and from both ends.
  @Test func keysInsideKeysFromSeveralThreads() async {
    for _ in 0..<50 {
      let values = DependencyValues()
      await withTaskGroup(of: Int.self) { group in
        for index in 0..<8 {
          group.addTask {
            switch index % 3 {
            case 0: values[TopKey.self]
            case 1: values[MiddleKey.self] + 1
            default: values[BottomKey.self] + 2
            }
          }
        }
        for await number in group { #expect(number == 3) }
      }
    }
  }

  private enum TopKey: TestDependencyKey {
    static var testValue: Int { DependencyValues._current[MiddleKey.self] + 1 }
  }

  private enum MiddleKey: TestDependencyKey {
    static var testValue: Int { DependencyValues._current[BottomKey.self] + 1 }
  }

  private enum BottomKey: TestDependencyKey {
    static var testValue: Int { 1 }
  }

  /// Threads whose defaults wait for one another in a cycle would deadlock. The program stops with a message
  /// instead.
  @Test func aRingOfThreadsThatWaitForOneAnotherIsSeen() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let values = DependencyValues()
      let both = DispatchSemaphore(value: 0)
      let other = DispatchSemaphore(value: 0)
      var here = values
      here.pause = {
        both.signal(); other.wait()
      }
      var there = values
      there.pause = {
        other.signal(); both.wait()
      }
      let first = here, second = there
      Thread { _ = first[LeftKey.self] }.start()
      Thread { _ = second[RightKey.self] }.start()
      DispatchSemaphore(value: 0).wait()
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains("depends on itself"))
  }

  @Test func eightThreadsReadOverrideAndPrepare() async {
    await withDependencies {
      $0 = DependencyValues()
      $0.context = .preview
    } operation: {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask {
            for round in 0..<500 {
              prepareDependencies { $0.number = 100 }
              withDependencies {
                $0.optional = round
                if round % 10 == 0 { $0 = DependencyValues() }
              } operation: {
                let model = DependencyTests.Model()
                let isApart = round % 10 == 0
                #expect(model.optional == (isApart ? 3 : round))
                #expect(isApart || [2, 100].contains(model.number), "\(index)")
                _ = withDependencies(from: model) { DependencyTests.Model() }
              }
            }
          }
        }
      }
    }
  }
}

private enum LeftKey: TestDependencyKey {
  static var testValue: Int {
    DependencyValues._current.pause()
    return DependencyValues._current[RightKey.self]
  }
}

private enum RightKey: TestDependencyKey {
  static var testValue: Int {
    DependencyValues._current.pause()
    return DependencyValues._current[LeftKey.self]
  }
}

private enum MadeKey: TestDependencyKey {
  static var testValue: Counter { Counter() }
}

private enum PauseKey: TestDependencyKey {
  static var testValue: @Sendable () -> Void { {} }
}

extension DependencyValues {
  fileprivate var made: Counter {
    get { self[MadeKey.self] }
    set { self[MadeKey.self] = newValue }
  }

  fileprivate var pause: @Sendable () -> Void {
    get { self[PauseKey.self] }
    set { self[PauseKey.self] = newValue }
  }
}
