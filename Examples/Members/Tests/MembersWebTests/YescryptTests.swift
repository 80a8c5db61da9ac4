#if os(Linux)
import Members
import Testing

@testable import MembersPasswords

@Suite(.timeLimit(.minutes(20))) struct YescryptTests {
  private let hasher = PasswordHasher.yescrypt(cost: 1)
  private let password = Password("correct horse")

  @Test func aPasswordHasItsHash() async throws {
    let hash = try await hasher.hash(password)
    #expect(hash.hasPrefix("$y$"))
    #expect(try await hasher.verify(password, hash) == .right)
    #expect(try await hasher.verify(Password("correct horsf"), hash) == .wrong)
    #expect(try await hasher.verify(Password(""), hash) == .wrong)
    #expect(try await hasher.hash(password) != hash)
  }

  /// A hash that `mkpasswd -m yescrypt` has made.
  @Test func hashesOfOtherProgramsAreRead() async throws {
    let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$tnSYvahCwPBHKZUspmcxMfb0.WiB9W.zEaKlOBL35rC"
    #expect(YescryptHash(hash) != nil)
    #expect(try await hasher.verify(Password("wrong"), hash) == .wrong)
  }

  @Test func growingCostsMakeHashesOutdated() async throws {
    let hash = try await PasswordHasher.yescrypt(cost: 2).hash(password)
    #expect(try await PasswordHasher.yescrypt(cost: 3).verify(password, hash) == .outdated)
    #expect(try await PasswordHasher.yescrypt(cost: 3).verify(Password("wrong"), hash) == .wrong)
    #expect(try await PasswordHasher.yescrypt(cost: 2).verify(password, hash) == .right)
    #expect(try await PasswordHasher.yescrypt(cost: 1).verify(password, hash) == .right)
    let costs = try (1...10).map { try YescryptHash(of: Array("x".utf8), cost: min($0, 4)).isWeaker(thanCost: $0 + 1) }
    #expect(costs == Array(repeating: true, count: 10))
  }

  /// The letter ä as one character, and as a letter with a diaeresis.
  @Test func encodingsOfTheSameCharactersAreEqual() async throws {
    let hash = try await hasher.hash(Password("p\u{e4}ssword"))
    #expect(try await hasher.verify(Password("pa\u{308}ssword"), hash) == .right)
  }

  /// A C string ends there.
  @Test func aZeroByteIsNoEnd() async throws {
    let hash = try await hasher.hash(Password("correct"))
    #expect(try await hasher.verify(Password("correct\u{0}horse"), hash) == .wrong)
    await #expect(throws: UnreadableHash.self) { _ = try await hasher.hash(Password("correct\u{0}horse")) }
  }

  @Test(arguments: ["", "x", "$1$salt$hash", "$y$j9T$salt$", "$y$$salt$hash", "$y$j9T$sa!lt$hash", "*0"])
  func damagedHashesAreReported(hash: String) async {
    await #expect(throws: UnreadableHash.self) { _ = try await hasher.verify(password, hash) }
  }
}
#endif
