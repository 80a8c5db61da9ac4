import DependencyInjection
import DependencyInjectionTestSupport
import Testing

/// Reading an override as its concrete type.
@Suite(.dependency(\.continuousClock, ManualClock(name: "manual")))
struct DependencyAsTests {
  @Dependency(\.continuousClock, as: ManualClock.self) var clock
  @Dependency(AnyGreeterKey.self, as: Greeter.self) var greeter

  @Test func aFittingTypeIsRead() {
    #expect(clock.name == "manual")
    #expect(greeter.greeting == "hello")
  }

  @Test func anotherTypeStopsTheTestAndSaysWhich() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @Dependency(\.continuousClock, as: ManualClock.self) var clock
      withDependencies {
        $0.continuousClock = ContinuousClock()
      } operation: {
        _ = clock
      }
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("ManualClock"))
    #expect(text.contains("ContinuousClock"))
    #expect(text.contains("DependencyAsTests.swift"))
  }
}

/// A clock that is identified by its name.
struct ManualClock: Clock {
  var name = ""
  let base = ContinuousClock()
  var now: ContinuousClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }
  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

protocol Greeting: Sendable {}

struct Greeter: Greeting {
  var greeting = "hello"
}

enum AnyGreeterKey: TestDependencyKey {
  static let testValue: any Greeting = Greeter()
}
