import IssueReporting

extension DependencyValues {
  /// Checks a condition in debug builds: `assert(count > 0, "…")`.
  ///
  /// Live and in previews it is Swift's own, which stops the program. In tests a condition that fails is an issue, so that a
  /// test can prove it.
  public var assert: AssertEffect { self[AssertKey.self] }

  /// Says that something happened that never should: Swift's own, and in tests an issue.
  public var assertionFailure: AssertionFailureEffect { self[AssertionFailureKey.self] }

  /// Checks a condition in all builds: Swift's own, and in tests an issue.
  ///
  /// In a test the program goes on after it: don't rely on the condition in the lines that follow.
  public var precondition: PreconditionEffect { self[PreconditionKey.self] }
}

/// Checks a condition in debug builds.
public struct AssertEffect: Sendable {
  fileprivate let reports: Bool

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: What has to be true. Not evaluated in release builds of a live program.
  ///   - message: What to say if it isn't.
  ///   - fileID: The place of this call.
  ///   - filePath: The place of this call.
  ///   - line: The place of this call.
  ///   - column: The place of this call.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if reports {
      reportFailure("Assertion", condition(), message(), at: location)
    } else {
      Swift.assert(condition(), message(), file: (filePath), line: line)
    }
  }
}

/// Says that something happened that never should.
public struct AssertionFailureEffect: Sendable {
  fileprivate let reports: Bool

  /// Says that something happened that never should. Does nothing in release builds of a live program.
  ///
  /// - Parameters:
  ///   - message: What happened.
  ///   - fileID: The place of this call.
  ///   - filePath: The place of this call.
  ///   - line: The place of this call.
  ///   - column: The place of this call.
  public func callAsFunction(
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if reports {
      reportFailure("Assertion", false, message(), at: location)
    } else {
      Swift.assertionFailure(message(), file: (filePath), line: line)
    }
  }
}

/// Checks a condition in all builds.
public struct PreconditionEffect: Sendable {
  fileprivate let reports: Bool

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: What has to be true.
  ///   - message: What to say if it isn't.
  ///   - fileID: The place of this call.
  ///   - filePath: The place of this call.
  ///   - line: The place of this call.
  ///   - column: The place of this call.
  public func callAsFunction(
    _ condition: @autoclosure () -> Bool,
    _ message: @autoclosure () -> String = "",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if reports {
      reportFailure("Precondition", condition(), message(), at: location)
    } else {
      Swift.precondition(condition(), message(), file: (filePath), line: line)
    }
  }
}

private func reportFailure(
  _ kind: String,
  _ isTrue: Bool,
  _ message: @autoclosure () -> String,
  at location: SourceLocation
) {
  guard !isTrue else { return }
  let message = message()
  reportIssue(message.isEmpty ? "\(kind) failed." : "\(kind) failed: \(message)", at: location)
}

private enum AssertKey: DependencyKey {
  static let liveValue = AssertEffect(reports: false)
  static let testValue = AssertEffect(reports: true)
}

private enum AssertionFailureKey: DependencyKey {
  static let liveValue = AssertionFailureEffect(reports: false)
  static let testValue = AssertionFailureEffect(reports: true)
}

private enum PreconditionKey: DependencyKey {
  static let liveValue = PreconditionEffect(reports: false)
  static let testValue = PreconditionEffect(reports: true)
}
