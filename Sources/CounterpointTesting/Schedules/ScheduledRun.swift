import DependencyInjection
import IssueReporting
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

/// A run of a test with a seed, which collects failures instead of reporting them.
struct ScheduledRun {
  let seed: Int
  let strategy: ScheduleStrategy
  let failures: [String]
  /// The notices, which don't fail the test.
  let notices: [Notice]
  /// The number of choices in the run.
  let choices: Int

  nonisolated(nonsending) init(
    seed: Int,
    strategy: ScheduleStrategy,
    limit: Int,
    file: StepsFile,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async {
    file.write(Self.stoppedText(seed: seed, strategy: strategy, limit: limit, call: file.call))
    let schedule = Schedule(ScheduleGenerator(strategy: strategy, seed: seed, limit: limit))
    self.seed = seed
    self.strategy = strategy
    let notices = Locked<[Notice]>([])
    failures = await Notice.$collector.bind(notices) {
      await collectingFailures { try await schedule.run(operation) }
    }
    self.notices = notices.withLock { $0 }
    choices = schedule.choiceCount
  }

  /// Returns the smallest number of choices with which the test fails.
  ///
  /// - Parameters:
  ///   - file: The file for the runs.
  ///   - operation: The test.
  nonisolated(nonsending) func shortestPrefix(
    file: StepsFile,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async -> Int {
    var low = 0
    var high = choices
    // Binary search: usually a failure remains if more of the same choices are made.
    while low < high {
      let middle = (low + high) / 2
      let run = await ScheduledRun(seed: seed, strategy: strategy, limit: middle, file: file, operation)
      if run.failures.isEmpty { low = middle + 1 } else { high = middle }
    }
    return high
  }

  /// Returns the failure message.
  func text(choices shortest: Int) -> String {
    guard shortest > 0 else {
      return """
        The test also fails in the default order, so the order is not the cause.

        Its first failure:

        \(failures[0])

        Run the test without schedules until it passes.
        """
    }
    return """
      The test fails in another order of ready jobs: with seed \(seed), of which the first \(shortest) of \
      \(choices) choices are enough.

      Run it again in this order:

          await withSchedules(seed: \(seed), choices: \(shortest)\(strategy.argument)) { … }

      Its first failure:

      \(failures[0])

      The feature depends on the order in which its effects run. Cancel stale effects ('cancelInFlight'), or let the \
      reducer ignore their actions.
      """
  }

  private static func stoppedText(seed: Int, strategy: ScheduleStrategy, limit: Int, call: String) -> String {
    """
    The process stopped while \(call) ran the test in this order:

        await withSchedules(seed: \(seed)\(limit == .max ? "" : ", choices: \(limit)")\(strategy.argument)) { … }

    """
  }
}

extension ScheduleStrategy {
  /// The argument of `withSchedules`, after others; empty for the default.
  fileprivate var argument: String {
    switch self {
    case .random: ""
    case .priorities(let depth): ", strategy: .priorities(depth: \(depth))"
    }
  }
}

extension Schedule {
  /// Runs a test with this schedule.
  nonisolated(nonsending) func run(_ operation: nonisolated(nonsending) () async throws -> Void) async rethrows {
    // With new default values, so that runs are independent: for example, the numbers of stack elements begin at 0.
    let values = DependencyValues._current.withFreshDefaultsAndPreparedValues
    try await Schedule.$current.bind(self) {
      try await DependencyValues.$_current.bind(values, operation)
    }
  }
}

/// Runs an operation, and returns its failures instead of failing the test.
private nonisolated(nonsending) func collectingFailures(
  _ operation: nonisolated(nonsending) () async throws -> Void
) async -> [String] {
  let failures = Locked<[String]>([])
  await reportingIssues(to: [FailureCollector(failures: failures)]) {
    do {
      guard let test = Test.current else { return try await operation() }
      try await collectingTestIssues(in: failures, of: test, operation)
    } catch {
      failures.withLock { $0.append("An error was thrown: \(error)") }
    }
  }
  return failures.withLock { $0 }
}

/// Runs an operation on the caller's actor, and collects its failures in Swift Testing, such as those of `#expect`.
private nonisolated(nonsending) func collectingTestIssues(
  in failures: Locked<[String]>,
  of test: Test,
  _ operation: nonisolated(nonsending) () async throws -> Void
) async throws {
  let isolation = #isolation
  let collector: IssueHandlingTrait = .compactMapIssues { issue in
    // A known issue of the operation is not a failure.
    guard issue.isFailure || issue.severity != .error else { return issue }
    failures.withLock { $0.append("\(issue)") }
    return nil
  }
  // Declared with its type, because the type that the compiler infers is not `nonisolated(nonsending)`.
  let collect:
    nonisolated(nonsending) (
      _ operation: nonisolated(nonsending) @escaping () async throws -> Void
    ) async throws -> Void = { operation in
      let operation = ScheduledOperation(body: operation)
      try await collector.provideScope(for: test, testCase: .current) {
        do {
          try await operation.run(on: isolation)
        } catch {
          Issue.record(error)
        }
      }
    }
  try await withoutActuallyEscaping(operation, do: collect)
}

/// The operation of a run.
private struct ScheduledOperation: @unchecked Sendable {
  // @unchecked because the operation runs on the caller's actor, while the caller waits.
  let body: nonisolated(nonsending) () async throws -> Void

  func run(on isolation: isolated (any Actor)?) async throws {
    try await body()
  }
}

private struct FailureCollector: IssueReporter {
  let failures: Locked<[String]>

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let text = "\(fileID):\(line): \(message() ?? "An issue was reported.")"
    failures.withLock { $0.append(text) }
  }
}
