import Foundation
import IssueReporting
import CounterpointSupport

extension DependencyContext {
  /// The context of the process, which is determined once.
  static var ofProcess: DependencyContext {
    if isUnknown { reportUnknownOnce() }
    return process
  }

  /// Determines the context of a process.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - isTesting: Whether the process runs tests.
  /// - Returns: The context, and the value of `SWIFT_DEPENDENCIES_CONTEXT` if it is invalid.
  static func find(in environment: [String: String], isTesting: Bool) -> (context: DependencyContext, unknown: String?)
  {
    let said = environment["SWIFT_DEPENDENCIES_CONTEXT"]
    switch said {
    case "live": return (.live, nil)
    case "preview": return (.preview, nil)
    case "test": return (.test, nil)
    default: break
    }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return (.preview, said) }
    return (isTesting ? .test : .live, said)
  }

  private static let inThisProcess = find(in: ProcessInfo.processInfo.environment, isTesting: isTesting)
  private static let process = inThisProcess.context
  private static let isUnknown = inThisProcess.unknown != nil
  private static let hasReported = Locked(false)

  // Not where the context is determined: a reporter can run arbitrary code, and a static initializer runs under a
  // lock.
  private static func reportUnknownOnce() {
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    guard isFirst else { return }
    reportIssue(
      """
      The environment variable SWIFT_DEPENDENCIES_CONTEXT is '\(inThisProcess.unknown ?? "")', which is no context and was \
      ignored. Use 'live', 'preview' or 'test', or unset it.
      """
    )
  }
}
