import CounterpointHTML
import CounterpointSessionsTestSupport
@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// Files that visitors send, with and without the script.
@Suite struct UploadTests {
  private typealias Visitor = TestVisitor<Album.State, Album.Action>

  private func state(_ visitor: Visitor) async -> String? {
    await visitor.page.element(id: "state")?.text
  }

  @Test(arguments: [true, false])
  func filesArrive(hasScript: Bool) async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site, hasScript: hasScript)
    try await visitor.open()
    // Contains what resembles the delimiters of a form.
    let content = Array("\r\n------Counter\r\n--".utf8) + (0..<4_000).map { UInt8($0 % 251) }
    let picture = TestFile("a.png", type: "image/png", contents: content)
    try await visitor.upload(picture, TestFile("empty.txt", text: ""), into: "pictures")
    try await visitor.upload(TestFile("Brief \"1\".md", text: "Dear Blob"), into: "letter")
    try await visitor.type("Summer", into: "title")
    try await visitor.click("Save")
    #expect(await state(visitor) == "Summer|1")
    #expect(
      await visitor.files == [
        "a.png|image/png|\(content.count)", "empty.txt|text/plain|0", "Brief \"1\".md|text/plain|9",
      ]
    )
    #expect(album.contents == [Data(), Data("Dear Blob".utf8), Data(content)])
    #expect(album.reservedBytes == content.count + 9)
  }

  @Test(arguments: [true, false])
  func aFormWithoutAChosenFileKeepsTheFiles(hasScript: Bool) async throws {
    let visitor = Visitor(AlbumSite().site, hasScript: hasScript)
    try await visitor.open()
    try await visitor.upload(TestFile("a.txt", text: "a"), into: "letter")
    try await visitor.click("Save")
    try await visitor.click("Save")
    #expect(await visitor.files == ["a.txt|text/plain|1"])
    #expect(await state(visitor) == "|2")
  }

  @Test func theScriptSendsSomeFilesWithTheirFormOnly() async throws {
    let visitor = Visitor(AlbumSite().site)
    try await visitor.open()
    try await visitor.upload(TestFile("a.png", type: "image/png", text: "1"), into: "pictures")
    try await visitor.upload(TestFile("b.txt", text: "2"), into: "letter")
    #expect(await visitor.files == ["a.png|image/png|1"])
    try await visitor.click("Save")
    #expect(await visitor.files == ["a.png|image/png|1", "b.txt|text/plain|1"])
  }

  @Test func aRemovedFolderIsCreatedAgain() async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site)
    try await visitor.open()
    try await visitor.upload(TestFile("a.png", type: "image/png", text: "1"), into: "pictures")
    let folder = try #require(album.site.sessions.files.folder)
    try FileManager.default.removeItem(at: folder)
    try await visitor.upload(TestFile("b.png", type: "image/png", text: "2"), into: "pictures")
    #expect(await visitor.files.last == "b.png|image/png|1")
    let next = try #require(album.site.sessions.files.folder)
    #expect(next != folder && FileManager.default.fileExists(atPath: next.path))
  }

  @Test func onlyControlsForFilesAcceptFiles() async throws {
    let visitor = Visitor(AlbumSite().site)
    try await visitor.open()
    await #expect(throws: TestVisitorError.missing("control for files 'title'", offered: ["pictures", "letter"])) {
      try await visitor.upload(TestFile("a", text: "a"), into: "title")
    }
    await #expect(throws: TestVisitorError.missing("field 'letter'", offered: ["title"])) {
      try await visitor.type("a", into: "letter")
    }
    try await visitor.click("lock")
    await #expect(throws: TestVisitorError.missing("control for files 'pictures'", offered: ["letter"])) {
      try await visitor.upload(TestFile("a", text: "a"), into: "pictures")
    }
  }

  @Test func namesAreNoPaths() async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site)
    try await visitor.open()
    try await visitor.upload(TestFile("../../../tmp/evil\u{202E}.txt", text: "1"), into: "pictures")
    #expect(await visitor.files == ["evil.txt|text/plain|1"])
    let folder = try #require(album.site.sessions.files.folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == 1 && names.allSatisfy { SessionID($0) != nil })
  }

  // MARK: Lifetime

  @Test func aFileIsRemovedWithItsValue() async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site)
    try await visitor.open()
    try await visitor.upload(TestFile("a.txt", text: "abc"), into: "pictures")
    #expect(album.contents == [Data("abc".utf8)])
    try await visitor.click("clear")
    #expect(album.contents.isEmpty)
    #expect(album.reservedBytes == 0)
  }

  @Test func filesEndWithTheirSession() async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site)
    try await visitor.open()
    try await visitor.upload(TestFile("a.txt", text: "abc"), into: "pictures")
    // The session, and with it the state, is still alive.
    let sessions = album.site.sessions.contents.withLock { Array($0.sessions.values) }
    #expect(album.contents.count == 1)
    album.site.sessions.end(sessions.map(\.id), because: .expired)
    #expect(album.contents.isEmpty)
    #expect(album.reservedBytes == 0)
    withExtendedLifetime(sessions) {}
  }

  @Test func theFolderIsPrivateAndEndsWithItsSite() async throws {
    var path = ""
    do {
      let album = AlbumSite()
      let visitor = Visitor(album.site)
      try await visitor.open()
      try await visitor.upload(TestFile("a.txt", text: "abc"), into: "pictures")
      path = try #require(album.site.sessions.files.folder).path
      let name = try #require(FileManager.default.contentsOfDirectory(atPath: path).first)
      let permissions = try [path, "\(path)/\(name)"].map { path in
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      }
      #expect(permissions == [0o700, 0o600])
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

extension TestVisitor {
  /// The lines of the page about files.
  var files: [String] {
    page.compactMap { node in
      guard case .element(let element) = node, element.value(of: "class") == "file" else { return nil }
      return element.text
    }
  }
}
