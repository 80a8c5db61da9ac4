@_spi(Internals) import CounterpointSupport
public import Testing

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
/// If the process stops, a file in the temporary folder has the seed of that run, such as
/// `withSchedules-SearchTests.swift-25-3F9A0C11.steps.txt`.
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
  let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let file = StepsFile(of: "withSchedules", at: location)
  defer { file.remove() }
  var isFirst = true
  for seed in seeds {
    let run = await ScheduledRun(seed: seed, strategy: strategy, limit: .max, file: file, operation)
    // Once is enough. A run that fails is repeated below, and then shows its notices.
    if isFirst, run.failures.isEmpty { for notice in run.notices { notice.location.show(notice.message) } }
    isFirst = false
    guard !run.failures.isEmpty else { continue }
    let choices = await run.shortestPrefix(file: file, operation)
    let text = run.text(choices: choices)
    location.report(text)
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
  let schedule = Schedule(ScheduleGenerator(strategy: strategy, seed: seed, limit: choices))
  try await schedule.run(operation)
}

/// A trait that runs a test once for each seed, each time with another order of ready jobs; see `withSchedules`.
public struct SchedulesTrait: TestTrait, SuiteTrait, TestScoping {
  private let seeds: ClosedRange<Int>
  private let strategy: ScheduleStrategy
  private let location: CounterpointSupport.SourceLocation

  fileprivate init(seeds: ClosedRange<Int>, strategy: ScheduleStrategy, location: CounterpointSupport.SourceLocation) {
    self.seeds = seeds
    self.strategy = strategy
    self.location = location
  }

  /// `true`: a suite applies the trait to its tests.
  public var isRecursive: Bool { true }

  /// Applies the trait to each case, and not to a suite or a test as a whole.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case once for each seed.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withSchedules(
      seeds,
      strategy: strategy,
      fileID: location.fileID,
      file: location.filePath,
      line: location.line,
      column: location.column
    ) {
      try await function()
    }
  }
}

extension Trait where Self == SchedulesTrait {
  /// Runs each case of a test once for each seed: `@Test(.schedules(1...100)) func theNewestSearchWins() async { … }`.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - strategy: The strategy that determines the order.
  public static func schedules(
    _ seeds: ClosedRange<Int>,
    strategy: ScheduleStrategy = .random,
    fileID: StaticString = #fileID,
    file filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    Self(
      seeds: seeds,
      strategy: strategy,
      location: CounterpointSupport.SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
