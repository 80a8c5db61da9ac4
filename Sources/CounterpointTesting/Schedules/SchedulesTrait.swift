public import Testing

/// Runs a test once for each seed, each time in another order of what is ready to run; see
/// `withSchedules`.
public struct SchedulesTrait: TestTrait, SuiteTrait, TestScoping {
  private let seeds: ClosedRange<Int>
  private let strategy: ScheduleStrategy
  private let location: SourceLocation

  fileprivate init(seeds: ClosedRange<Int>, strategy: ScheduleStrategy, location: SourceLocation) {
    self.seeds = seeds
    self.strategy = strategy
    self.location = location
  }

  /// A suite hands the trait down to its tests.
  public var isRecursive: Bool { true }

  /// The trait is applied to each case, and not to a suite or a test as a whole.
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
  ///   - strategy: How an order is found.
  ///   - fileID: The place of this call, for the failure.
  ///   - filePath: The place of this call, for the failure.
  ///   - line: The place of this call, for the failure.
  ///   - column: The place of this call, for the failure.
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
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
