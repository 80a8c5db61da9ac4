import Counterpoint
import Foundation
import StateSharing
import Synchronization

@testable import Members

extension PasswordHasher {
  /// Hashes that only tests can bear: they contain the password.
  static func readable(version: Int = 1, didVerify: @escaping @Sendable (String) -> Void = { _ in }) -> Self {
    Self(
      hash: { "\(version) \($0.text)" },
      verify: { password, hash in
        didVerify(hash)
        let parts = hash.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[1] == password.text else { return .wrong }
        return Int(parts[0]) == version ? .right : .outdated
      }
    )
  }
}

/// Accounts in memory, with the password "correct horse" for blob@example.org.
struct TestAccounts {
  let members: Shared<AccountsClient.Members>
  let clock = TestClock()
  let verified = VerifiedHashes()

  init(version: Int = 1) {
    members = Shared(value: ["blob@example.org": Member(passwordHash: "\(version) correct horse")])
  }

  func client(version: Int = 1, hasher: PasswordHasher? = nil) -> AccountsClient {
    .live(
      members: members,
      hasher: hasher ?? .readable(version: version) { [verified] in verified.append($0) },
      limiter: AttemptLimiter(clock: clock),
      decoy: "1 decoy"
    )
  }
}

/// The hashes with which passwords were compared.
final class VerifiedHashes: Sendable {
  private let hashes = Mutex<[String]>([])

  func append(_ hash: String) {
    hashes.withLock { $0.append(hash) }
  }

  var all: [String] { hashes.withLock { $0 } }
}

/// A session that notes what is done with it.
final class TestSession: Sendable {
  private let notes = Mutex<[String]>([])

  var log: [String] { notes.withLock { $0 } }

  var client: SessionClient {
    SessionClient(
      renew: { self.note("renew") },
      setAccount: { self.note("account \($0.hasSuffix("blob@example.org"))") },
      account: { nil },
      end: { self.note("end") },
      endEverywhere: { self.note("end everywhere") },
      address: { "192.0.2.1" }
    )
  }

  private func note(_ text: String) {
    notes.withLock { $0.append(text) }
  }
}

/// Whether the session of a member is valid.
final class CurrentSession: Sendable {
  private let hasEnded = Mutex(false)

  var isCurrent: Bool { !hasEnded.withLock { $0 } }

  func end() {
    hasEnded.withLock { $0 = true }
  }
}
