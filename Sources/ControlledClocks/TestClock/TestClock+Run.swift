import IssueReporting
import CounterpointSupport

extension TestClock {
  /// Advances the clock from deadline to deadline until no task sleeps, including tasks that fall asleep meanwhile.
  ///
  /// A task that sleeps repeatedly without end keeps the call from finishing. After `timeout`, the call reports an
  /// issue and cancels the remaining sleeps.
  ///
  /// - Parameter timeout: The real time that the call may take.
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
        \(rest.count == 1 ? "Its sleep has" : "Their sleeps have") been canceled.

        A timer that is never stopped sleeps without end. Use 'advance' to move the time as far as the test needs, or cancel \
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
