public import Foundation
import IssueReporting

extension DependencyValues {
  /// Opens a URL in whatever program the platform has for it.
  ///
  /// Live and in previews nothing is opened, and the answer is false, until a program says how: see ``OpenURLEffect``. In
  /// tests that don't override it each call is reported.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// Opens a URL: `await openURL(url)`.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Opens URLs by a closure.
  ///
  /// - Parameter handler: Opens a URL, and says whether that went well.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Returns: Whether that went well.
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
