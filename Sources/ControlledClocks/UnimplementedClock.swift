@_spi(Internals) import CounterpointSupport
import IssueReporting

/// A clock that reports an issue for every use and then forwards to another clock.
///
/// This is the clock of tests that don't override their clock. Each read of ``now`` or ``minimumResolution`` and
/// each sleep reports an issue such as `Unimplemented: 'Clock.now'`. The issue is attributed to the creation of the
/// clock unless an issue context is set. `sleep(for:)` reads the time first, so it reports two issues. Inside of a
/// test store, each clock reports only one issue.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time of the underlying clock, counted from the creation of this one.
  public typealias Instant = AnyClock<Duration>.Instant

  private let base: AnyClock<Duration>
  private let name: String
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt
  private let column: UInt

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - base: The clock that is used after an issue has been reported.
  ///   - name: The name of the clock in issues.
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

  /// The time of the underlying clock. Reading it reports an issue.
  public var now: Instant {
    report("now")
    return base.now
  }

  /// The minimum resolution of the underlying clock. Reading it reports an issue.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Reports an issue, then sleeps on the underlying clock.
  ///
  /// - Parameters:
  ///   - deadline: The instant at which the task wakes.
  ///   - tolerance: The tolerance that is passed to the underlying clock.
  /// - Throws: The errors of the underlying clock.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ member: String) {
    if let overrides = MissingOverrides.current, !overrides.insert(name) { return }
    reportIssue(
      """
      Unimplemented: '\(name).\(member)'

      The clock was used without an override. Override it with a clock that the test controls: a \
      'TestClock', or an 'ImmediateClock' where delays do not matter.
      """,
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Creates a clock that forwards to an ``ImmediateClock``, so that unexpected sleeps take no time.
  ///
  /// - Parameter name: The name of the clock in issues.
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
  /// Returns a clock that reports an issue for every use and forwards to an ``ImmediateClock``.
  ///
  /// - Parameter name: The name of the clock in issues.
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

/// The dependencies that the code under test has used although the test does not override them.
///
/// A test store makes one record current for its feature and the feature's effects. Each dependency is then reported
/// once, and the store knows that later failures may be consequences. Safe to use from any thread.
package final class MissingOverrides: Sendable {
  /// The record of the test store whose code is running; `nil` outside of a test store.
  @TaskLocal package static var current: MissingOverrides?

  private let names = Locked<[String]>([])

  /// Creates an empty record.
  package init() {}

  /// The dependency that was recorded first; `nil` if there is none.
  package var first: String? { names.withLock { $0.first } }

  /// Records a dependency.
  ///
  /// - Parameter name: The key path of the dependency, for example `\.uuid`.
  /// - Returns: `true` if the dependency was not recorded before.
  @discardableResult
  package func insert(_ name: String) -> Bool {
    names.withLock { names in
      guard !names.contains(name) else { return false }
      names.append(name)
      return true
    }
  }

  /// Returns whether an endpoint of a client is recorded.
  ///
  /// - Parameter endpoint: The name of the endpoint without its client.
  package func contains(endpoint: String) -> Bool {
    names.withLock { $0.contains { $0 == endpoint || $0.hasSuffix(".\(endpoint)") } }
  }
}
