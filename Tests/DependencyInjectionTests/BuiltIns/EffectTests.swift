import CounterpointTestSupport
import DependencyInjection
import Foundation
import Testing

/// The built-in dependencies that have an effect.
@Suite struct EffectTests {
  struct Boom: Error {}

  // MARK: Fire and forget

  @Test func aTestWaitsForFireAndForget() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let log = Recorder<String>()
    let reported = await issues {
      await fireAndForget(name: "tracker", priority: .low) {
        await Task.yield()
        log.note(Task.name ?? "")
      }
    }
    #expect(log.entries == ["tracker"])
    #expect(reported.isEmpty)
  }

  @Test func anErrorIsReportedWhereTheWorkWasStarted() async {
    @Dependency(\.fireAndForget) var fireAndForget
    let line: UInt = #line + 2
    let reported = await issues {
      await fireAndForget { throw Boom() }
      await fireAndForget { throw CancellationError() }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.line == line)
    #expect(reported.first?.message.contains("Boom()") == true)
  }

  @Test func cancellingTheCallerDoesNotCancelTheWork() async {
    let log = Recorder<Bool>()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        await Task.yield()
        log.note(Task.isCancelled)
      }
    }
    await task.value
    #expect(log.entries == [false])
  }

  @Test func theWorkInheritsTheDependencies() async {
    let log = Recorder<Int>()
    await withDependencies {
      $0.number = 10
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget { log.note(DependencyValues._current.number) }
    }
    #expect(log.entries == [10])
  }

  // MARK: Assertions

  @Test func failedChecksAreIssuesInTests() {
    @Dependency(\.assert) var assert
    @Dependency(\.assertionFailure) var assertionFailure
    @Dependency(\.precondition) var precondition
    let line: UInt = #line + 2
    let reported = issues {
      assert(1 > 2, "first")
      assert(2 > 1, "silent")
      assertionFailure("second")
      precondition(1 > 2, "third")
      precondition(2 > 1)
      precondition(1 > 2)
    }
    #expect(
      reported.map(\.message) == [
        "Assertion failed: first", "Assertion failed: second", "Precondition failed: third", "Precondition failed.",
      ]
    )
    #expect(reported.first?.line == line)
  }

  // MARK: Random numbers

  private struct Counting: RandomNumberGenerator, Sendable {
    var last: UInt64 = 0
    mutating func next() -> UInt64 {
      last += 1
      return last
    }
  }

  @Test func aGeneratorGoesOnWhereItWas() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      @Dependency(\.withRandomNumberGenerator) var sameGenerator
      #expect(withRandomNumberGenerator { [$0.next(), $0.next()] } == [1, 2])
      #expect(sameGenerator { $0.next() } == 3)
      #expect(throws: Boom.self) { try withRandomNumberGenerator { _ in throw Boom() } }
      // Reentrant, because no lock is held while a closure runs.
      #expect(withRandomNumberGenerator { _ in sameGenerator { $0.next() } } == 4)
      #expect((1...6).contains(sameGenerator { Int.random(in: 1...6, using: &$0) }))
    }
  }

  @Test func manyThreadsDrawEachNumberOnce() async {
    let generator = WithRandomNumberGenerator(Counting())
    let drawn = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<1_000).map { _ in generator { $0.next() } } }
      }
      return await group.reduce(into: Set<UInt64>()) { $0.formUnion($1) }
    }
    #expect(drawn.count == 8_000)
  }

  // MARK: Outside the process

  @Test func eachTestHasANotificationCentre() {
    @Dependency(\.notificationCenter) var center
    #expect(center !== NotificationCenter.default)
    #expect(center === DependencyValues._current.notificationCenter)
    #expect(DependencyValues.test.notificationCenter !== center)
    #expect(DependencyValues.live.notificationCenter === NotificationCenter.default)
  }

  @Test func openingAURLIsReportedInTests() async throws {
    let url = try #require(URL(string: "https://example.com"))
    @Dependency(\.openURL) var openURL
    var opened = true
    let reported = await issues { opened = await openURL(url) }
    #expect(!opened)
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("https://example.com") == true)
    let own = OpenURLEffect { $0 == url }
    #expect(await own(url))
  }

  @Test func aLiveProgramOpensNothingUntilItSaysHow() async throws {
    let url = try #require(URL(string: "https://example.com"))
    for values in [DependencyValues.live, .preview] {
      let reported = await issues { #expect(await !values.openURL(url)) }
      #expect(reported.isEmpty)
    }
    let opened = Recorder<URL>()
    await withDependencies {
      $0 = .live
    } operation: {
      prepareDependencies {
        $0.openURL = OpenURLEffect {
          opened.note($0)
          return true
        }
      }
      @Dependency(\.openURL) var openURL
      #expect(await openURL(url))
    }
    #expect(opened.entries == [url])
  }
}
