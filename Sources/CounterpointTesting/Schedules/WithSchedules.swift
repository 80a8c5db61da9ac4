/// Runs a test once for each seed, each time with another order of what is ready to run, and fails it with the first seed that
/// breaks it.
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
/// The failures of that run are reported at their own places, and at this call its seed, with the shortest beginning of the
/// order that still breaks the test. `withSchedules` runs it again.
///
/// Only effects of test stores that are made in `operation` are reordered, and only what stays on the store's executor. Failures
/// are those of test stores, of `reportIssue`, of Swift Testing's `#expect` and `#require`, and thrown errors;
/// XCTest's assertions can't be held back, and count for nothing here. What a test store shows without failing, as with
/// `.off(showSkippedAssertions: true)`, is no failure, and is shown for the first seed.
///
/// - Parameters:
///   - seeds: The seeds, each for a run.
///   - strategy: How an order is found.
///   - fileID: The place of this call, for the failure.
///   - filePath: The place of this call, for the failure.
///   - line: The place of this call, for the failure.
///   - column: The place of this call, for the failure.
///   - operation: The test. Runs with its own default values of dependencies each time.
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
    // Once is enough. A run that fails is repeated below, and shows them then.
    if isFirst, run.failures.isEmpty { for notice in run.notices { notice.location.show(notice.message) } }
    isFirst = false
    guard !run.failures.isEmpty else { continue }
    let choices = await run.shortestPrefix(operation)
    let text = run.text(choices: choices)
    SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column).report(text)
    return try await withSchedules(seed: seed, choices: choices, strategy: strategy, operation: operation)
  }
}

/// Runs a test in the order that a seed stands for: to look into a failure that `withSchedules` has found.
///
/// The same seed gives the same order, as long as the test does the same. Failures are reported as ever.
///
/// - Parameters:
///   - seed: The seed.
///   - choices: How many choices to make; what comes later runs in the order in which it becomes ready.
///   - strategy: How the order was found.
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
