@testable import DependencyInjection
import CounterpointTestSupport
import Testing

@Suite struct ClockTests {
  @Test func liveAndPreviewClocksAreTheSystems() {
    for values in [DependencyValues.live, .preview] {
      #expect(values.continuousClock is ContinuousClock)
      #expect(values.suspendingClock is SuspendingClock)
    }
  }

  @Test func eachUseIsReportedAndExecuted() async throws {
    @Dependency(\.continuousClock) var continuous
    @Dependency(\.suspendingClock) var suspending
    let reported = try await issues {
      try await continuous.sleep(for: .zero)
      try await suspending.sleep(for: .zero)
      #expect(suspending.minimumResolution == SuspendingClock().minimumResolution)
    }
    let uses = ["continuousClock.now", "continuousClock.sleep", "suspendingClock.now", "suspendingClock.sleep"]
    #expect(reported.count == 5)
    for (issue, use) in zip(reported, uses + ["suspendingClock.minimumResolution"]) {
      #expect(issue.message.contains("'\(use)'"))
    }
  }

  @Test func cancellingASleepThrows() async {
    @Dependency(\.continuousClock) var clock
    let task = Task { [clock] in
      _ = await issues {
        await #expect(throws: CancellationError.self) {
          try await clock.sleep(for: .seconds(3600))
        }
      }
    }
    task.cancel()
    await task.value
  }
}
