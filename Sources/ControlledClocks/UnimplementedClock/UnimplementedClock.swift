import IssueReporting

/// A clock that reports every use, and then does what was asked for: what tests get that should have overridden a clock.
///
/// Reports an issue `Unimplemented: 'Clock.now'` for each read of ``now`` and ``minimumResolution`` and each sleep, filed where the
/// clock was made unless an issue context is set. `sleep(for:)` reads the time first, so it reports two. The feature of a test store
/// gets one issue for each clock.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the time of the clock beneath, counted from the making of this one.
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt
  private let column: UInt

  /// Makes a clock.
  ///
  /// - Parameters:
  ///   - base: The clock that does what was asked for.
  ///   - name: What the issues call the clock.
  ///   - fileID: The place that issues are filed at; by default that of this call.
  ///   - filePath: The place that issues are filed at; by default that of this call.
  ///   - line: The place that issues are filed at; by default that of this call.
  ///   - column: The place that issues are filed at; by default that of this call.
  public init(
    _ base: some Clock<Duration>,
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.base = AnyClock(base)
    self.name = name
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The time of the clock beneath.
  public var now: Instant {
    report("now")
    return base.now
  }

  /// The smallest step of the clock beneath.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps on the clock beneath.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: How much later is early enough; goes to the clock beneath.
  /// - Throws: What the clock beneath throws.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    if let overrides = MissingOverrides.current, !overrides.insert(name) { return }
    reportIssue(
      """
      Unimplemented: '\(name).\(member)'

      The clock was used without having been overridden. Override it with one that the test controls: a 'TestClock', or an \
      'ImmediateClock' where delays do not matter.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Makes a clock over an immediate one, so that what was forgotten takes no time.
  ///
  /// - Parameters:
  ///   - name: What the issues call the clock.
  ///   - fileID: The place that issues are filed at; by default that of this call.
  ///   - filePath: The place that issues are filed at; by default that of this call.
  ///   - line: The place that issues are filed at; by default that of this call.
  ///   - column: The place that issues are filed at; by default that of this call.
  public init(
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(),
      name: name,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock that reports every use, over an immediate one.
  ///
  /// - Parameters:
  ///   - name: What the issues call the clock.
  ///   - fileID: The place that issues are filed at; by default that of this call.
  ///   - filePath: The place that issues are filed at; by default that of this call.
  ///   - line: The place that issues are filed at; by default that of this call.
  ///   - column: The place that issues are filed at; by default that of this call.
  public static func unimplemented(
    name: String = "Clock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    UnimplementedClock(name: name, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
