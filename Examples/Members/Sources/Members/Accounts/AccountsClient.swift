public import Counterpoint

/// The accounts of the site.
///
/// A struct of closures, so that a test or a preview replaces the one that it cares about.
@DependencyClient
public struct AccountsClient: Sendable {
  /// Compares a password with that of an account.
  public var signIn: @Sendable (_ email: String, _ password: Password, _ address: String) async -> AccountAnswer = {
    _,
    _,
    _ in .unavailable
  }
  /// Creates an account.
  public var register: @Sendable (_ email: String, _ password: Password, _ address: String) async -> AccountAnswer = {
    _,
    _,
    _ in .unavailable
  }
  /// Replaces the password of an account, which ends its other sessions.
  public var changePassword:
    @Sendable (_ member: SignedInMember, _ old: Password, _ new: Password, _ address: String) async -> AccountAnswer = {
      _,
      _,
      _,
      _ in .unavailable
    }
  /// Ends the sessions of an account in all processes that share the accounts.
  public var signOutEverywhere: @Sendable (_ member: SignedInMember) async throws -> Void
  /// Returns whether a session of a member is valid.
  public var isCurrent: @Sendable (_ member: SignedInMember) -> Bool = { _ in false }
  /// Waits until a session of a member is not valid any more.
  public var waitForEnd: @Sendable (_ member: SignedInMember) async -> Void = { _ in }
}

/// The answer to a request with a password.
public enum AccountAnswer: Codable, Equatable, Sendable {
  /// The password was right, or is the new one now.
  case signedIn(SignedInMember)
  /// The email address or the password is wrong.
  case wrong
  /// There is an account with this email address already.
  case taken
  /// Too many attempts have failed: the number of seconds until the next one.
  case tooManyAttempts(seconds: Int)
  /// Too many passwords are being hashed.
  case busy
  /// The accounts can't be read or written.
  case unavailable

  /// The text for the visitor; empty after a success.
  public var problem: String {
    switch self {
    case .signedIn: ""
    case .wrong: "The email address or the password is wrong."
    case .taken: "There is an account with this email address."
    case .tooManyAttempts(let seconds): "Too many attempts. Try again in \(seconds) s."
    case .busy: "The server is busy. Try again."
    case .unavailable: "The accounts can't be used now. Try again later."
    }
  }
}

extension AccountsClient: TestDependencyKey {
  /// Reports each use: a test specifies the answers itself.
  public static let testValue = Self()
}

extension DependencyValues {
  /// The accounts of the site. The program sets them at its start, because there is no default.
  public var accounts: AccountsClient {
    get { self[AccountsClient.self] }
    set { self[AccountsClient.self] = newValue }
  }
}
