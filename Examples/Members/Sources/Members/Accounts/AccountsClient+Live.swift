public import Counterpoint
import Foundation

extension AccountsClient {
  /// The members by their email addresses.
  public typealias Members = [String: Member]

  /// Keeps accounts in a shared value. With a transactional file, several processes share them.
  ///
  /// - Parameters:
  ///   - members: The members.
  ///   - hasher: Hashes passwords. It bounds the number of hashes: see ``PasswordHasher/limited(concurrent:waiting:)``.
  ///   - limiter: Delays attempts to guess passwords.
  ///   - decoy: The hash with which passwords for unknown accounts are compared, so that the time of an answer does not
  ///     tell whether an account exists. It has the parameters of the other hashes.
  public static func live(
    members: Shared<Members>,
    hasher: PasswordHasher,
    limiter: AttemptLimiter,
    decoy: String
  ) -> Self {
    let accounts = Accounts(members: members, hasher: hasher, limiter: limiter, decoy: decoy)
    return Self(
      signIn: { email, password, address in await accounts.signIn(email, password, from: address) },
      register: { email, password, address in await accounts.register(email, password, from: address) },
      changePassword: { member, old, new, address in
        await accounts.changePassword(of: member, old, new, from: address)
      },
      signOutEverywhere: { member in
        try await members.withTransaction { members in
          guard members[member.email]?.sessionKey == member.sessionKey else { return }
          members[member.email]?.sessionKey = UUID()
        }
      },
      isCurrent: { $0.sessionKey == members.wrappedValue[$0.email]?.sessionKey },
      waitForEnd: { member in
        for await members in members.values(buffering: .newest(1))
        where members[member.email]?.sessionKey != member.sessionKey {
          return
        }
      }
    )
  }
}

private struct Accounts: Sendable {
  let members: Shared<AccountsClient.Members>
  let hasher: PasswordHasher
  let limiter: AttemptLimiter
  let decoy: String

  func signIn(_ email: String, _ password: Password, from address: String) async -> AccountAnswer {
    guard let email = EmailAddress.normalized(email), password.text.utf8.count <= Password.maximumSize else {
      return .wrong
    }
    return await answer {
      let known = members.wrappedValue[email]
      if let refusal = start(email, address, known) { return refusal }
      guard let verification = try await verify(password, known, email, address), let known else { return .wrong }
      let newHash = verification == .outdated ? try await hasher.hash(password) : nil
      let member = try await members.withTransaction { members -> SignedInMember? in
        // The password may have changed meanwhile.
        guard var member = members[email], member.passwordHash == known.passwordHash else { return nil }
        member.signedIn(from: address)
        if let newHash { member.passwordHash = newHash }
        // Writing the same value again would cost a write to the disk.
        if members[email] != member { members[email] = member }
        return SignedInMember(email: email, sessionKey: member.sessionKey)
      }
      return member.map { .signedIn($0) } ?? .wrong
    }
  }

  func register(_ email: String, _ password: Password, from address: String) async -> AccountAnswer {
    guard let email = EmailAddress.normalized(email), password.problem == nil else { return .wrong }
    return await answer {
      if let wait = limiter.register(from: address) { return .tooManyAttempts(seconds: seconds(wait)) }
      // Before the look at the accounts, so that the time of the answer is the same for all.
      let member = Member(passwordHash: try await hasher.hash(password), knownAddresses: [address])
      let isNew = try await members.withTransaction { members in
        guard members[email] == nil else { return false }
        members[email] = member
        return true
      }
      return isNew ? .signedIn(SignedInMember(email: email, sessionKey: member.sessionKey)) : .taken
    }
  }

  func changePassword(
    of session: SignedInMember,
    _ old: Password,
    _ new: Password,
    from address: String
  ) async -> AccountAnswer {
    guard new.problem == nil, old.text.utf8.count <= Password.maximumSize else { return .wrong }
    return await answer {
      let email = session.email
      guard let known = members.wrappedValue[email], known.sessionKey == session.sessionKey else { return .wrong }
      if let refusal = start(email, address, known) { return refusal }
      guard try await verify(old, known, email, address) != nil else { return .wrong }
      let hash = try await hasher.hash(new)
      let member = try await members.withTransaction { members -> SignedInMember? in
        guard members[email] == known else { return nil }
        let key = UUID()
        members[email]?.passwordHash = hash
        members[email]?.sessionKey = key
        return SignedInMember(email: email, sessionKey: key)
      }
      return member.map { .signedIn($0) } ?? .wrong
    }
  }

  private func start(_ email: String, _ address: String, _ known: Member?) -> AccountAnswer? {
    let isKnown = known?.knownAddresses.contains(address) == true
    let wait = limiter.signIn(to: email, from: address, isKnown: isKnown)
    return wait.map { .tooManyAttempts(seconds: seconds($0)) }
  }

  /// Compares a password with that of a member, or with the decoy; `nil` if it is wrong.
  private func verify(
    _ password: Password,
    _ member: Member?,
    _ email: String,
    _ address: String
  ) async throws -> PasswordHasher.Verification? {
    do {
      let verification = try await hasher.verify(password, member?.passwordHash ?? decoy)
      guard member != nil, verification != .wrong else { return nil }
      limiter.succeeded(account: email, from: address)
      return verification
    } catch let error as PasswordHasherBusy {
      limiter.abandoned(account: email, from: address)
      throw error
    }
  }

  private func answer(_ operation: () async throws -> AccountAnswer) async -> AccountAnswer {
    do {
      return try await operation()
    } catch is PasswordHasherBusy {
      return .busy
    } catch {
      return .unavailable
    }
  }

  private func seconds(_ wait: Duration) -> Int {
    Int((wait / .seconds(1)).rounded(.up))
  }
}
