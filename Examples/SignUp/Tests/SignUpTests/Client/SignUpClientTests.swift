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

  // MARK: Pictures

  private func draft(_ picture: Picture) -> SignUpDraft {
    var draft = SignUpDraft.valid
    draft.picture = picture
    return draft
  }

  /// All files beside the list of accounts.
  private func pictures() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: url.path + ".pictures")) ?? []
  }

  @Test func aPictureIsStoredBesideTheAccounts() async throws {
    let picture = try Picture(OfferedFile("me.png", .png()))
    let account = try await SignUpClient.file(url.path).signUp(draft(picture))
    #expect(account.picture == picture.fileName)
    #expect(pictures() == [picture.fileName])
    let stored = URL(fileURLWithPath: url.path + ".pictures").appending(component: picture.fileName)
    #expect(try Data(contentsOf: stored) == .png())
    #expect(try String(contentsOf: url, encoding: .utf8).contains(picture.fileName))
  }

  @Test func anAccountThatIsNotMadeLeavesNoPicture() async throws {
    _ = try await SignUpClient.file(url.path).signUp(.valid)
    #expect(!FileManager.default.fileExists(atPath: url.path + ".pictures"))
    let picture = try Picture(OfferedFile("me.png", .png()))
    await #expect(throws: SignUpError.emailTaken("blob@example.org")) {
      try await SignUpClient.file(url.path).signUp(draft(picture))
    }
    #expect(pictures() == [])
  }

  @Test func aPictureWithoutItsBytesMakesNoAccount() async throws {
    await #expect(throws: PictureError.unavailable(name: "me.png")) {
      try await SignUpClient.file(url.path).signUp(draft(.me))
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(pictures() == [])
  }

  @Test func aListThatCanNotBeWrittenLeavesNoPicture() async throws {
    let (path, sign) = (url.path, place.path("sign"))
    let file = OfferedFile(name: "me.png") { _ in
      // While the account is made, a folder takes the place of the list.
      if FileManager.default.fileExists(atPath: sign) {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      return .png()
    }
    let picture = try Picture(file)
    try Data().write(to: URL(fileURLWithPath: sign))
    let error = await #expect(throws: SignUpError.self) { try await SignUpClient.file(path).signUp(draft(picture)) }
    #expect(error?.description.hasPrefix("Can't write the accounts to \(path): ") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path + ".pictures") == [])
  }

  @Test func aFileInTheFoldersPlaceMakesNoAccount() async throws {
    try Data().write(to: URL(fileURLWithPath: url.path + ".pictures"))
    let picture = try Picture(OfferedFile("me.png", .png()))
    await #expect(throws: SignUpError.self) { try await SignUpClient.file(url.path).signUp(draft(picture)) }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}
