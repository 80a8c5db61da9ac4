import CounterpointSupport
public import Testing

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
