public import Foundation

/// A member, as the file of the members stores it.
public struct Member: Codable, Equatable, Sendable {
  /// The hash of the password, with its parameters.
  public var passwordHash: String
  /// The key of the member's sessions. Another key ends them all, in each process that uses the file.
  public var sessionKey: UUID
  /// The addresses from which the member has signed in, the latest last.
  public var knownAddresses: [String]

  /// Creates a member.
  ///
  /// - Parameters:
  ///   - passwordHash: See ``passwordHash``.
  ///   - sessionKey: See ``sessionKey``.
  ///   - knownAddresses: See ``knownAddresses``.
  public init(passwordHash: String, sessionKey: UUID = UUID(), knownAddresses: [String] = []) {
    self.passwordHash = passwordHash
    self.sessionKey = sessionKey
    self.knownAddresses = knownAddresses
  }

  /// Remembers an address from which the member has signed in, and forgets old ones.
  mutating func signedIn(from address: String) {
    knownAddresses.removeAll { $0 == address }
    knownAddresses = knownAddresses.suffix(7) + [address]
  }
}

/// A member that has signed in, as a session knows it.
public struct SignedInMember: Codable, Equatable, Sendable {
  /// The email address.
  public let email: String
  /// The key of the member's sessions at the time of the sign-in.
  public let sessionKey: UUID

  /// Creates a value.
  ///
  /// - Parameters:
  ///   - email: The email address.
  ///   - sessionKey: The key of the member's sessions.
  public init(email: String, sessionKey: UUID) {
    self.email = email
    self.sessionKey = sessionKey
  }

  /// The account of the session.
  public var account: String { "\(sessionKey) \(email)" }

  /// Reads the account of a session.
  ///
  /// - Parameter account: The text of ``account``; `nil` for any other one.
  public init?(account: String) {
    let parts = account.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let key = UUID(uuidString: String(parts[0])) else { return nil }
    self.init(email: String(parts[1]), sessionKey: key)
  }
}

/// An email address in the form in which accounts are compared.
enum EmailAddress {
  /// Returns the form of a text; `nil` if it is no address.
  static func normalized(_ text: String) -> String? {
    let email = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    let parts = email.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), email.utf8.count <= 254 else { return nil }
    return email.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7f } ? email : nil
  }
}
