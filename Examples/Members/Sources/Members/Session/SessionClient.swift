public import Counterpoint

/// The session in which a visitor signs in. The platform provides it.
@DependencyClient
public struct SessionClient: Sendable {
  /// Replaces the identifier of the session, which prevents session fixation.
  public var renew: @Sendable () -> Void
  /// Sets the account of the session.
  public var setAccount: @Sendable (_ account: String) -> Void
  /// Returns the account of the session, which another page of the browser may have set.
  public var account: @Sendable () -> String? = { nil }
  /// Ends the session.
  public var end: @Sendable () -> Void
  /// Ends all sessions of the account.
  public var endEverywhere: @Sendable () -> Void
  /// Returns the network of the visitor, which has limits of its own.
  public var address: @Sendable () -> String = { "" }
}

extension SessionClient: TestDependencyKey {
  /// Reports each use.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The session of the visitor.
  public var memberSession: SessionClient {
    get { self[SessionClient.self] }
    set { self[SessionClient.self] = newValue }
  }
}
