@_spi(Internals) import CounterpointSupport
import IssueReporting

extension DependencyValues {
  /// A function that checks a condition in debug builds: `assert(count > 0, "…")`.
  ///
  /// In production and previews this is `Swift.assert`, which stops the program. In tests a failure is reported as
  /// an issue, so that a test can expect it.
  public var assert: AssertEffect { self[AssertKey.self] }

  /// A function that reports an unexpected state: `Swift.assertionFailure`, or an issue in tests.
  public var assertionFailure: AssertionFailureEffect { self[AssertionFailureKey.self] }

  /// A function that checks a condition in all builds: `Swift.precondition`, or an issue in tests.
  ///
  /// In a test the program continues after a failure, so the following lines can't rely on the condition.
  public var precondition: PreconditionEffect { self[PreconditionKey.self] }
}

/// A function that checks a condition in debug builds.
public struct AssertEffect: Sendable {
  fileprivate let reports: Bool

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition. Not evaluated in release builds in production.
  ///   - message: The message of the failure.
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

/// A function that reports an unexpected state.
public struct AssertionFailureEffect: Sendable {
  fileprivate let reports: Bool

  /// Reports an unexpected state. Does nothing in release builds in production.
  ///
  /// - Parameter message: The message of the failure.
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

/// A function that checks a condition in all builds.
public struct PreconditionEffect: Sendable {
  fileprivate let reports: Bool

  /// Checks a condition.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - message: The message of the failure.
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
