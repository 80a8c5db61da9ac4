import IssueReporting

/// Another clock, each use of which is reported.
struct UnimplementedSystemClock<Base: Clock>: Clock {
  typealias Instant = Base.Instant
  typealias Duration = Base.Duration

  private let base: Base
  private let name: String

  /// - Parameters:
  ///   - base: The clock that does what is asked for.
  ///   - name: What the issues call the clock.
  init(_ base: Base, name: String) {
    self.base = base
    self.name = name
  }

  var now: Base.Instant {
    report("now")
    return base.now
  }

  var minimumResolution: Base.Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  func sleep(until deadline: Base.Instant, tolerance: Base.Duration?) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    reportIssue(
      """
      Unimplemented: '\(name).\(member)' was used in a test that does not override '\\.\(name)', and takes real time. \
      Override it with a clock that the test controls.
      """
    )
  }
}
