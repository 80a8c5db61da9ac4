public import Foundation
import IssueReporting

extension DependencyValues {
  /// A function that opens a URL in the program that the platform uses for it.
  ///
  /// By default, nothing is opened in production and previews, and the result is `false`: see ``OpenURLEffect``. In
  /// tests that don't override it, each call is reported.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// A function that opens a URL: `await openURL(url)`.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a function from a closure.
  ///
  /// - Parameter handler: Opens a URL and returns whether that succeeded.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: `true` if the URL was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}

private enum OpenURLKey: DependencyKey {
  static let liveValue = OpenURLEffect { _ in false }
  static let testValue = OpenURLEffect { url in
    reportIssue(
      """
      Unimplemented: 'openURL' was called in a test that does not override '\\.openURL', with \(url). It was not opened.
      """
    )
    return false
  }
}
