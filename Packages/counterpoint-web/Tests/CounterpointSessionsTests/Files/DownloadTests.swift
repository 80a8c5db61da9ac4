import CounterpointHTML
import CounterpointSessionsTestSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// Files that pages offer.
@Suite struct DownloadTests {
  private typealias Visitor = TestVisitor<Album.State, Album.Action>

  private let gone = TestVisitorError.refused(status: 404, text: "The file is not there any more.\n")

  private func export(
    _ album: AlbumSite,
    title: String = "Summer",
    hasScript: Bool = true,
    path: String = "/"
  ) async throws -> Visitor {
    let visitor = Visitor(album.site, path: path, hasScript: hasScript)
    try await visitor.open()
    try await visitor.type(title, into: "title")
    try await visitor.click("Save")
    try await visitor.click("export")
    try await visitor.wait { page in page.text.contains("Save the report") }
    return visitor
  }

  private func address(_ visitor: Visitor) async -> String {
    for case .element(let element) in await visitor.page where element.value(of: "download") != nil {
      return element.value(of: "href") ?? ""
    }
    return ""
  }

  @Test(arguments: [true, false], ["/", "/album"])
  func anEffectOffersAFile(hasScript: Bool, path: String) async throws {
    let album = AlbumSite(path: path)
    let visitor = try await export(album, title: "Übersicht", hasScript: hasScript, path: path)
    let file = try await visitor.download("Save the report")
    #expect(file == TestFile("Übersicht.txt", type: "text/plain; charset=utf-8", text: "Übersicht"))
  }

  @Test func onlyTheBrowserOfTheSessionGetsTheFile() async throws {
    let album = AlbumSite()
    let visitor = try await export(album)
    let address = await address(visitor)
    #expect(address.hasPrefix("/counterpoint-files/"))
    #expect(try await visitor.newPage().download(at: address).text == "Summer")
    let stranger = Visitor(album.site)
    try await stranger.open()
    try await stranger.click("Save")
    await #expect(throws: gone) { try await stranger.download(at: address) }
    await #expect(throws: gone) { try await Visitor(album.site).download(at: address) }
    await #expect(throws: gone) { try await visitor.download(at: "/counterpoint-files/../style.css") }
  }

  @Test func aFileIsOfferedWhileTheStateHasIt() async throws {
    let album = AlbumSite()
    let visitor = try await export(album)
    let address = await address(visitor)
    #expect(album.contents == [Data("Summer".utf8)])
    try await visitor.click("clear")
    #expect(album.contents.isEmpty)
    #expect(album.reservedBytes == 0)
    await #expect(throws: gone) { try await visitor.download(at: address) }
  }

  @Test func filesEndWithTheirSession() async throws {
    let album = AlbumSite()
    let visitor = try await export(album)
    let address = await address(visitor)
    try await visitor.click("end")
    #expect(album.contents.isEmpty)
    await #expect(throws: gone) { try await visitor.download(at: address) }
  }

  @Test func theResponseRunsNothing() async throws {
    let album = AlbumSite()
    let visitor = try await export(album)
    let cookie = await visitor.cookies.map { "\($0.key)=\($0.value)" }.joined()
    let headers = ["host": "localhost", "cookie": cookie]
    var request = WebRequest(method: "HEAD", path: await address(visitor), headers: headers)
    let response = await album.site.respond(to: request)
    #expect(response.status == 200)
    #expect(response.header("content-length") == "6")
    #expect(response.text == "")
    #expect(response.header("content-security-policy") == "default-src 'none'; sandbox")
    #expect(response.header("x-content-type-options") == "nosniff")
    #expect(response.header("cache-control") == "no-store")
    request.method = "POST"
    #expect(await album.site.respond(to: request).status == 405)
    #expect(album.site.handles(request.path))
  }

  @Test func aFileOfTheProgramStays() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("own-\(UUID())")
    try Data("own".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let files = SessionFiles(site: SiteFiles(limits: UploadLimits()))
    var link: DownloadLink? = try WebDownloads(files).offer(fileAt: url, named: "a", type: "b\r\nc")
    let id = try #require(link).id
    #expect(files.site.download(id)?.contentType == "application/octet-stream")
    #expect(link?.isAvailable == true)
    link = nil
    #expect(files.site.download(id) == nil)
    #expect(FileManager.default.fileExists(atPath: url.path))
  }

  @Test func aLinkWithoutAFileIsDisabled() {
    let page = html { Element.download(DownloadLink(name: "a")) { "Save" } }
    #expect(page.markup == #"<a role="link" aria-disabled="true">Save</a>"#)
  }

  @Test func theRoomForDownloadsIsLimited() throws {
    let files = SessionFiles(site: SiteFiles(limits: UploadLimits(bytesPerSession: 2)))
    #expect(throws: Refusal.tooManyBytes) {
      try WebDownloads(files).offer(Data("abc".utf8), named: "a", type: "text/plain")
    }
    #expect(files.site.bytes == 0)
    files.removeAll()
    #expect(throws: UploadedFileError.unavailable) {
      try WebDownloads(files).offer(Data("a".utf8), named: "a", type: "text/plain")
    }
  }
}
