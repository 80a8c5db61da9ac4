public import Counterpoint

/// Creates accounts.
///
/// A struct of closures, so that a test or a preview replaces the one that it cares about. Copies share their accounts.
@DependencyClient
public struct SignUpClient: Sendable {
  /// Creates an account. When it returns, the account exists; when it throws, it does not.
  ///
  /// - Throws: ``SignUpError``; ``SignUpError/emailTaken(_:)`` if there is one with this address, in any
  ///   capitalization. ``PictureError`` if the bytes of the picture are gone.
  public var signUp: @Sendable (_ draft: SignUpDraft) async throws -> Account
}

extension SignUpClient: TestDependencyKey {
  /// Keeps accounts in memory.
  public static var previewValue: Self { .inMemory() }

  /// Reports each use: a test says itself what signing up gives.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The client that creates accounts. The program sets it at its start, because there is no default.
  public var signUp: SignUpClient {
    get { self[SignUpClient.self] }
    set { self[SignUpClient.self] = newValue }
  }
}
