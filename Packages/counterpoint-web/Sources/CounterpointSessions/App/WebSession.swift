public import DependencyInjection
import IssueReporting

/// The session that a store belongs to. A feature uses it to renew and to end the session.
///
/// ```swift
/// @Dependency(\.webSession) var session
///
/// case .logInButtonClicked:
///   // The response to the request with the password sets the new identifier.
///   session.renewID()
///   return .run { … }
/// case .loggedIn(let user):
///   session.setAccount(user.id)
/// case .logOutButtonClicked:
///   session.end()
/// ```
///
/// Call its functions in a reducer. Tests override them.
public struct WebSession: Sendable {
  /// Replaces the session's identifier, and ends its event streams and the sessions of all other pages of the browser
  /// in this process. The old identifier is no longer accepted.
  ///
  /// Call it before the user gains rights, to prevent session fixation. Call it while the reducer handles the action
  /// with the credentials, because the response to that request sets the new cookie. At any other time, the response
  /// to the next request sets it. That is less safe, because the next request may come from the attacker that
  /// planted the old identifier.
  public var renewID: @Sendable () -> Void
  /// Sets the account that the browser belongs to; `nil` for none. It applies to all pages of the browser, also to
  /// those that are loaded later, until the last session of the browser has ended.
  public var setAccount: @Sendable (_ account: String?) -> Void
  /// Ends the session and those of all other pages of the browser in this process, with their streams, stores and
  /// effects. The next page load gets a new cookie.
  public var end: @Sendable () -> Void
  /// Ends this session as ``end`` does, and all other sessions of its account in this process.
  public var endEverywhere: @Sendable () -> Void
  /// Returns the account that the browser belongs to; `nil` for none.
  ///
  /// A program with ``WebAddresses`` has a store for each page, so a new store reads here the account that has logged
  /// in. The temporary store of a page that is loaded reads the same.
  public var account: @Sendable () -> String?

  /// Creates a session from functions.
  ///
  /// - Parameters:
  ///   - renewID: See ``renewID``.
  ///   - setAccount: See ``setAccount``.
  ///   - end: See ``end``.
  ///   - endEverywhere: See ``endEverywhere``.
  ///   - account: See ``account``.
  public init(
    renewID: @escaping @Sendable () -> Void,
    setAccount: @escaping @Sendable (_ account: String?) -> Void,
    end: @escaping @Sendable () -> Void,
    endEverywhere: @escaping @Sendable () -> Void,
    account: @escaping @Sendable () -> String? = { nil }
  ) {
    self.renewID = renewID
    self.setAccount = setAccount
    self.end = end
    self.endEverywhere = endEverywhere
    self.account = account
  }

  /// The session of a page that is served from a temporary store.
  ///
  /// - Parameter account: The account of the browser.
  static func temporary(account: String?) -> WebSession {
    WebSession(renewID: {}, setAccount: { _ in }, end: {}, endEverywhere: {}, account: { account })
  }
}

extension DependencyValues {
  /// The session that a store belongs to. Outside of a ``WebSite``, each call of its functions is reported as an
  /// issue.
  public var webSession: WebSession {
    get { self[WebSessionKey.self] }
    set { self[WebSessionKey.self] = newValue }
  }
}

private enum WebSessionKey: DependencyKey {
  static let liveValue = missing("There is no session, because no WebSite made this store.")
  static let testValue = missing("Unimplemented: override '\\.webSession' in this test.")

  private static func missing(_ text: String) -> WebSession {
    WebSession(
      renewID: { reportIssue(text) },
      setAccount: { _ in reportIssue(text) },
      end: { reportIssue(text) },
      endEverywhere: { reportIssue(text) },
      account: {
        reportIssue(text)
        return nil
      }
    )
  }
}
