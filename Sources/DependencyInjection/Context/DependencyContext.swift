@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting

/// The kind of run of a program. It determines which value of a key the program uses.
public enum DependencyContext: Hashable, Sendable {
  /// A program in production, which uses ``DependencyKey/liveValue``.
  case live
  /// A preview of a screen, which uses ``TestDependencyKey/previewValue``.
  case preview
  /// A test, which uses ``TestDependencyKey/testValue``.
  case test
}

extension DependencyContext {
  /// The context of the process, which is determined once.
  static var process: DependencyContext {
    if detected.unknown != nil { reportUnknownOnce() }
    return detected.context
  }

  /// Determines the context of a process.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - isTesting: Whether the process runs tests.
  /// - Returns: The context, and the value of `SWIFT_DEPENDENCIES_CONTEXT` if it is invalid.
  static func detect(
    in environment: [String: String],
    isTesting: Bool
  ) -> (context: DependencyContext, unknown: String?) {
    let value = environment["SWIFT_DEPENDENCIES_CONTEXT"]
    switch value {
    case "live": return (.live, nil)
    case "preview": return (.preview, nil)
    case "test": return (.test, nil)
    default: break
    }
    if environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" { return (.preview, value) }
    return (isTesting ? .test : .live, value)
  }

  private static let detected = detect(in: ProcessInfo.processInfo.environment, isTesting: isTesting)
  private static let hasReported = Locked(false)

  // Reported here and not in the static initializer, because that runs under a lock, and a reporter can run arbitrary
  // code.
  private static func reportUnknownOnce() {
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    guard isFirst else { return }
    reportIssue(
      """
      The environment variable SWIFT_DEPENDENCIES_CONTEXT is '\(detected.unknown ?? "")', which is no context and was \
      ignored. Use 'live', 'preview' or 'test', or unset it.
      """
    )
  }
}
