import IssueReporting
import Locks

extension TestClock {
  /// Moves the time from deadline to deadline until nobody sleeps any more, those included who fall asleep meanwhile.
  ///
  /// What sleeps again and again never comes to an end. So this stops after a while, reports an issue, and cancels the sleeps
  /// that are left, so that the test ends.
  ///
  /// - Parameters:
  ///   - timeout: How much real time it may take.
  ///   - fileID: The place of the call, for the issue.
  ///   - filePath: The place of the call, for the issue.
  ///   - line: The place of the call, for the issue.
  ///   - column: The place of the call, for the issue.
  public nonisolated(nonsending) func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now.advanced(by: timeout)
    let drivers = WorkDrivers.ofRunningTest
    await settle(drivers)
    while let waiter = state.withLock({ $0.wakeFirst(upTo: nil) }) {
      waiter.resume()
      await settle(drivers)
      guard ContinuousClock.now >= end else { continue }
      let rest = state.withLock { $0.cancelAll() }
      guard !rest.isEmpty else { return }
      reportIssue(
        """
        After \(timeout) of running the clock, \(rest.count == 1 ? "a task still sleeps" : "\(rest.count) tasks still sleep") on it. \
        \(rest.count == 1 ? "Its sleep has" : "Their sleeps have") been cancelled.

        A timer that nobody stops sleeps again and again: use 'advance' to move the time as far as the test needs, or cancel \
        the work. If the work ends but takes longer, give 'run' a longer 'timeout'.
        """,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
      for waiter in rest { waiter.resume(throwing: CancellationError()) }
      return await settle(drivers)
    }
  }
}
