public import Counterpoint

/// Who makes accounts.
///
/// A struct of closures, so that a test or a preview replaces the one that it cares about. Copies share their accounts.
@DependencyClient
public struct SignUpClient: Sendable {
  /// Makes an account. When it returns, the account is there; when it throws, there is none.
  ///
  /// - Throws: ``SignUpError``; ``SignUpError/emailTaken(_:)`` if there is one with this address, however it is capitalised.
  public var signUp: @Sendable (_ draft: SignUpDraft) async throws -> Account
}

extension SignUpClient: TestDependencyKey {
  /// Keeps accounts in memory.
  public static var previewValue: Self { .inMemory() }

  /// Reports each use: a test says itself what signing up gives.
  public static var testValue: Self { Self() }
}

extension DependencyValues {
  /// Who makes accounts. The program says who, when it starts: there is no value that would do for all.
  public var signUp: SignUpClient {
    get { self[SignUpClient.self] }
    set { self[SignUpClient.self] = newValue }
  }
}
