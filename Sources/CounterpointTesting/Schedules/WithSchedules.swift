import CounterpointSupport

/// Runs a test once for each seed, each time with another order of ready jobs, and reports the first seed with which
/// it fails.
///
/// ```swift
/// @Test func theNewestSearchWins() async {
///   await withSchedules(1...1000) {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     …
///   }
/// }
/// ```
///
/// The failures of that run are reported at their own source locations. At this call, the seed is reported with the
/// smallest number of choices with which the test still fails. Another overload of `withSchedules` repeats that run.
///
/// Only effects of test stores that are created in `operation` are reordered, and only the jobs on the store's
/// executor. The recognized failures are those of test stores, of `reportIssue`, of Swift Testing's `#expect` and
/// `#require`, and thrown errors. XCTest's assertions can't be intercepted and are not recognized. Notices of a test
/// store, as with `.off(showSkippedAssertions: true)`, are not failures, and are shown for the first seed.
///
/// - Parameters:
///   - seeds: The seeds, one per run.
///   - strategy: The strategy that determines the order.
///   - operation: The test. Each run has its own default values of dependencies.
public nonisolated(nonsending) func withSchedules(
  _ seeds: some Sequence<Int>,
  strategy: ScheduleStrategy = .random,
  fileID: StaticString = #fileID,
  file filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  operation: nonisolated(nonsending) () async throws -> Void
) async rethrows {
  var isFirst = true
  for seed in seeds {
    let run = await ScheduledRun(seed: seed, strategy: strategy, limit: .max, operation)
    // Once is enough. A run that fails is repeated below, and then shows its notices.
    if isFirst, run.failures.isEmpty { for notice in run.notices { notice.location.show(notice.message) } }
    isFirst = false
    guard !run.failures.isEmpty else { continue }
    let choices = await run.shortestPrefix(operation)
    let text = run.text(choices: choices)
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column).report(text)
    return try await withSchedules(seed: seed, choices: choices, strategy: strategy, operation: operation)
  }
}

/// Runs a test in the order that a seed determines, to debug a failure that the other overload of `withSchedules`
/// has found.
///
/// The same seed determines the same order, as long as the test is deterministic otherwise. Failures are reported as
/// usual.
///
/// - Parameters:
///   - seed: The seed.
///   - choices: The number of choices; later jobs run in the order in which they become ready.
///   - strategy: The strategy that determined the order.
///   - operation: The test.
public nonisolated(nonsending) func withSchedules(
  seed: Int,
  choices: Int = .max,
  strategy: ScheduleStrategy = .random,
  operation: nonisolated(nonsending) () async throws -> Void
) async rethrows {
  let schedule = Schedule(Choices(strategy: strategy, seed: seed, limit: choices))
  try await schedule.run(operation)
}
