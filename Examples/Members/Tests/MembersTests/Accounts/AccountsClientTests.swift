import Counterpoint
import Foundation
import StateSharing
import Testing

@testable import Members

@Suite(.timeLimit(.minutes(20))) struct AccountsClientTests {
  private let email = "blob@example.org"
  private let password = Password("correct horse")

  private func signedIn(_ answer: AccountAnswer) throws -> SignedInMember {
    guard case .signedIn(let member) = answer else { throw TestFailure(answer: answer) }
    return member
  }

  @Test func aMemberSignsIn() async throws {
    let accounts = TestAccounts()
    let key = try #require(accounts.members.wrappedValue[email]?.sessionKey)
    let answer = await accounts.client().signIn(" Blob@Example.ORG ", password, "192.0.2.1")
    #expect(answer == .signedIn(SignedInMember(email: email, sessionKey: key)))
    #expect(accounts.members.wrappedValue[email]?.knownAddresses == ["192.0.2.1"])
  }

  @Test func anUnknownAccountCostsAHashToo() async {
    let accounts = TestAccounts()
    #expect(await accounts.client().signIn("nobody@example.org", Password("decoy"), "a") == .wrong)
    #expect(await accounts.client().signIn(email, Password("wrong"), "a") == .wrong)
    #expect(accounts.verified.all == ["1 decoy", "1 correct horse"])
  }

  @Test func anUnknownAccountIsDelayedLikeAnother() async {
    let accounts = TestAccounts().client()
    for account in ["nobody@example.org", email] {
      for _ in 0..<5 { #expect(await accounts.signIn(account, Password("wrong"), account) == .wrong) }
      #expect(await accounts.signIn(account, Password("wrong"), account) == .tooManyAttempts(seconds: 1))
    }
  }

  @Test func anOldHashIsReplaced() async {
    let accounts = TestAccounts()
    #expect(await accounts.client(version: 2).signIn(email, Password("wrong"), "a") == .wrong)
    #expect(accounts.members.wrappedValue[email]?.passwordHash == "1 correct horse")
    _ = await accounts.client(version: 2).signIn(email, password, "a")
    #expect(accounts.members.wrappedValue[email]?.passwordHash == "2 correct horse")
  }

  @Test func aRegistrationCreatesAnAccountOnce() async throws {
    let accounts = TestAccounts()
    let client = accounts.client()
    let member = try await signedIn(client.register("Blob.Jr@example.org", password, "a"))
    #expect(member.email == "blob.jr@example.org")
    #expect(client.isCurrent(member))
    #expect(await client.register("blob.jr@example.org", Password("another one"), "a") == .taken)
    #expect(await client.signIn("blob.jr@example.org", Password("another one"), "a") == .wrong)
    #expect(await client.register("no address", password, "a") == .wrong)
    #expect(await client.register("x@example.org", Password("short"), "a") == .wrong)
  }

  @Test func registrationsAreLimited() async {
    let client = TestAccounts().client()
    for number in 0..<10 { _ = await client.register("\(number)@example.org", password, "a") }
    #expect(await client.register("x@example.org", password, "a") == .tooManyAttempts(seconds: 1))
    #expect(await client.register("x@example.org", password, "b") != .tooManyAttempts(seconds: 1))
  }

  @Test func aChangedPasswordEndsTheOtherSessions() async throws {
    let accounts = TestAccounts()
    let client = accounts.client()
    let member = try await signedIn(client.signIn(email, password, "a"))
    let new = Password("battery staple")
    #expect(await client.changePassword(member, Password("wrong"), new, "a") == .wrong)
    #expect(client.isCurrent(member))
    let renewed = try await signedIn(client.changePassword(member, password, new, "a"))
    #expect(!client.isCurrent(member))
    #expect(client.isCurrent(renewed))
    #expect(await client.changePassword(member, new, password, "a") == .wrong)
    #expect(await client.signIn(email, password, "a") == .wrong)
    await client.waitForEnd(member)
  }

  @Test func anotherProcessEndsASession() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Two storages are as separate as two processes.
    func process() -> AccountsClient {
      withDependencies {
        $0.defaultFileStorage = .fileSystem
      } operation: {
        let file = folder.appending(path: "members.json")
        let members =
          Shared(wrappedValue: [:], .fileStorage(file, mode: .transactional)) as Shared<AccountsClient.Members>
        return .live(members: members, hasher: .readable(), limiter: AttemptLimiter(clock: TestClock()), decoy: "1 x")
      }
    }
    let first = process()
    let member = try await signedIn(first.register(email, password, "a"))
    let second = process()
    #expect(second.isCurrent(member))
    async let end: Void = first.waitForEnd(member)
    try await second.signOutEverywhere(member)
    await end
    #expect(!first.isCurrent(member))
  }

  @Test func aBusyHasherIsNoFailedAttempt() async {
    let accounts = TestAccounts()
    let busy = PasswordHasher(hash: { _ in throw PasswordHasherBusy() }, verify: { _, _ in throw PasswordHasherBusy() })
    let client = accounts.client(hasher: busy)
    for _ in 0..<100 { #expect(await client.signIn(email, password, "a") == .busy) }
  }
}

/// An answer that a test does not expect.
private struct TestFailure: Error {
  let answer: AccountAnswer
}
