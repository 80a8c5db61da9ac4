public import DependencyInjection
import IssueReporting

/// The session of the visitor whose store reads it: a feature renews and ends it.
///
/// ```swift
/// @Dependency(\.webSession) var session
///
/// case .logInButtonClicked:
///   // The request that brings the password gets the new identifier.
///   session.renewID()
///   return .run { … }
/// case .loggedIn(let user):
///   session.setAccount(user.id)
/// case .logOutButtonClicked:
///   session.end()
/// ```
///
/// Call it in a reducer. Tests of features give functions of their own.
public struct WebSession: Sendable {
  /// Gives the session another identifier, and ends its event streams. The old identifier is not accepted any more.
  ///
  /// Call it before a visitor's rights grow, to prevent session fixation. Call it while the reducer handles the
  /// action with the credentials: the response to that request carries the new cookie. At any other time the next
  /// request of the session gets it. That is less safe, because the next request may come from an attacker that has
  /// planted the old identifier.
  public var renewID: @Sendable () -> Void
  /// Sets the account that the session belongs to; `nil` for none.
  public var setAccount: @Sendable (_ account: String?) -> Void
  /// Ends the session with its streams: the visitor gets a new one. The store goes, and with it all of its effects.
  public var end: @Sendable () -> Void
  /// Ends all sessions of the session's account, and the session itself.
  public var endEverywhere: @Sendable () -> Void

  /// Creates a session of functions.
  ///
  /// - Parameters:
  ///   - renewID: See ``renewID``.
  ///   - setAccount: See ``setAccount``.
  ///   - end: See ``end``.
  ///   - endEverywhere: See ``endEverywhere``.
  public init(
    renewID: @escaping @Sendable () -> Void,
    setAccount: @escaping @Sendable (_ account: String?) -> Void,
    end: @escaping @Sendable () -> Void,
    endEverywhere: @escaping @Sendable () -> Void
  ) {
    self.renewID = renewID
    self.setAccount = setAccount
    self.end = end
    self.endEverywhere = endEverywhere
  }

  /// The session of a page that is served without keeping its store.
  static let none = WebSession(renewID: {}, setAccount: { _ in }, end: {}, endEverywhere: {})
}

extension DependencyValues {
  /// The session of the visitor that a store belongs to. Outside of a ``WebSite`` each call of its functions is
  /// reported.
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
      endEverywhere: { reportIssue(text) }
    )
  }
}
