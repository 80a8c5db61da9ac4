public import Foundation

/// The reason why no account was created.
public enum SignUpError: Error, Equatable, Sendable {
  /// There is an account with this address.
  case emailTaken(String)
  /// The file can't be read, or is not one of accounts. It is as it was.
  case unreadable(path: String, reason: String)
  /// The file can't be written. It is as it was.
  case unwritable(path: String, reason: String)
}

extension SignUpError: LocalizedError, CustomStringConvertible {
  /// The error, in a sentence.
  public var description: String {
    switch self {
    case .emailTaken(let email): "There is an account for \(email) already."
    case .unreadable(let path, let reason): "Can't read the accounts in \(path): \(reason)"
    case .unwritable(let path, let reason): "Can't write the accounts to \(path): \(reason)"
    }
  }

  /// The error, in a sentence.
  public var errorDescription: String? { description }
}
