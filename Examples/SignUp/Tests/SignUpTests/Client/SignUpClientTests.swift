import ExampleTestSupport
import Foundation
import SignUp
import Testing

@Suite struct SignUpClientTests {
  private let place: TemporaryPlace

  init() throws {
    place = try TemporaryPlace()
  }

  private var url: URL { place.url.appending(component: "accounts.json") }

  private func draft(_ email: String) -> SignUpDraft {
    var draft = SignUpDraft.valid
    draft.email = email
    return draft
  }

  @Test func anAccountIsMadeOnceForEachAddress() async throws {
    for client in [SignUpClient.inMemory(), .file(url.path)] {
      #expect(try await client.signUp(.valid) == Account(.valid))
      let other = draft("BLOB@Example.Org")
      await #expect(throws: SignUpError.emailTaken("BLOB@Example.Org")) { try await client.signUp(other) }
      #expect(try await client.signUp(draft("jr@example.org")).email == "jr@example.org")
    }
  }

  @Test func anotherRunFindsTheAccountsWithoutTheirPasswords() async throws {
    _ = try await SignUpClient.file(url.path).signUp(.valid)
    await #expect(throws: SignUpError.emailTaken("blob@example.org")) {
      try await SignUpClient.file(url.path).signUp(.valid)
    }
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("555 010 0199") && text.contains("books"))
    #expect(!text.contains("correct horse"))
  }

  @Test(arguments: ["a recipe", "", "{}", "[1]"])
  func aFileThatIsSomethingElseStaysAsItIs(content: String) async throws {
    try Data(content.utf8).write(to: url)
    await #expect(throws: SignUpError.unreadable(path: url.path, reason: "It is not a list of accounts.")) {
      try await SignUpClient.file(url.path).signUp(.valid)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == content)
  }

  @Test func aFolderThatIsMissingIsNamed() async throws {
    let path = place.path("nowhere/accounts.json")
    let error = await #expect(throws: SignUpError.self) { try await SignUpClient.file(path).signUp(.valid) }
    #expect(error?.description.hasPrefix("Can't write the accounts to \(path): ") == true)
    #expect(error?.localizedDescription == error?.description)
  }

  @Test func aFolderInTheFilesPlaceIsNamed() async throws {
    let error = await #expect(throws: SignUpError.self) {
      try await SignUpClient.file(place.url.path).signUp(.valid)
    }
    #expect(error?.description.hasPrefix("Can't read the accounts in \(place.url.path): ") == true)
  }
}
