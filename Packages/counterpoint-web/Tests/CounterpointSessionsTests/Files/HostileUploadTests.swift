import ControlledClocks
import CounterpointHTML
import CounterpointSessionsTestSupport
@_spi(Internals) import CounterpointSupport
import Foundation
import Testing

@testable import CounterpointSessions

/// Requests with files that no page sends.
@Suite struct HostileUploadTests {
  private typealias Visitor = TestVisitor<Album.State, Album.Action>
  /// The parameters of a part's disposition, and its content.
  typealias Part = (names: String, content: String)

  private func request(
    _ parts: [Part],
    cookie: String,
    path: String = "/actions",
    from address: String? = nil
  ) -> WebRequest {
    let body = parts.map { "--b\r\nContent-Disposition: form-data; \($0.names)\r\n\r\n\($0.content)\r\n" }.joined()
    let bytes = RequestBytes(Array((body + "--b--\r\n").utf8).map { [$0] })
    var request = request(bytes, cookie: cookie, path: path)
    request.remoteAddress = address
    return request
  }

  private func request(
    _ bytes: RequestBytes,
    cookie: String,
    origin: String = "http://localhost",
    path: String = "/actions"
  ) -> WebRequest {
    let headers = [
      "host": "localhost", "origin": origin, "cookie": cookie, "content-type": "multipart/form-data; boundary=b",
    ]
    return WebRequest(method: "POST", path: path, headers: headers, body: .stream(bytes))
  }

  private func newCookie(_ album: AlbumSite) async throws -> String {
    let visitor = Visitor(album.site)
    try await visitor.open()
    return await visitor.cookies.map { "\($0.key)=\($0.value)" }.joined()
  }

  private static func file(_ name: String, _ content: String, field: String = "pictures") -> Part {
    ("name=\"\(field)\"; filename=\"\(name)\"", content)
  }

  private static func text(_ name: String, _ value: String) -> Part { ("name=\"\(name)\"", value) }

  private static let start = Array(
    "--b\r\nContent-Disposition: form-data; name=\"pictures\"; filename=\"a.txt\"\r\n\r\nabc".utf8
  )

  /// On the threads of all tasks, a slow disk or many forms would stop other requests.
  @Test func aFormIsReadOnTheThreadsOfTheSessions() async throws {
    let (processor, used) = (Locked(Duration.zero), Locked(Duration.zero))
    let threads = SessionThreads(minimum: 1, maximum: 1, patience: .seconds(3_600)) { processor.withLock { $0 } }
    let names = Locked<[String?]>([])
    let receiver = UploadReceiver(
      boundary: Array("b".utf8),
      files: .standalone,
      textLimit: 1_000,
      executor: SessionExecutor(threads) { time in used.withLock { $0 += time } },
      count: { _ in
        names.withLock { $0.append(Thread.current.name) }
        processor.withLock { $0 += .milliseconds(5) }
      },
      rules: { _ in FileRules() }
    )
    try await receiver.receive(Self.start)
    try await receiver.receive(Array("\r\n--b--\r\n".utf8))
    #expect(try await receiver.finish().files.map(\.file.name) == ["a.txt"])
    // The only thread has counted the time when it runs another session.
    await OtherSession(SessionExecutor(threads)).run()
    #expect(names.withLock { $0 } == ["web session", "web session"])
    #expect(used.withLock { $0 } == .milliseconds(10))
  }

  /// Without the script, a page has no stream while its form is sent.
  @Test func aSlowFormKeepsItsSession() async throws {
    let album = AlbumSite()
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let (gate, rest) = AsyncStream.makeStream(of: Void.self)
    let bytes = RequestBytes { receive in
      try await receive(Self.start)
      arrival.yield()
      for await _ in gate {}
      try await receive(Array("\r\n--b--\r\n".utf8))
    }
    let cookie = try await newCookie(album)
    let form = request(bytes, cookie: cookie)
    let response = Task { await album.site.respond(to: form) }
    for await _ in arrivals { break }
    await album.clock.advance(by: .seconds(1_000))
    album.site.sessions.expire()
    #expect(album.site.sessionCount == 1)
    rest.finish()
    #expect(await response.value.status == 204)
    await album.clock.advance(by: .seconds(1_000))
    album.site.sessions.expire()
    #expect(album.site.sessionCount == 0)
  }

  static let forms: [(parts: [Part], status: Int)] = [
    ([file("a.txt", String(repeating: "x", count: 5_001))], 413),
    ([file("a.txt", String(repeating: "x", count: 5_000))], 204),
    ([file("a.txt", "1"), file("b.txt", "2"), file("c.txt", "3")], 413),
    ([file("a.exe", "1")], 415),
    ([file("a.txt", "1"), file("a.exe", "2")], 415),
    ([file("a.txt", "1"), file("a.txt", "1", field: "no")], 400),
    ([file("a.txt", "1", field: "title")], 400),
    ([file("a.txt", "1"), text("pictures", "text")], 400),
    ([file("a.txt", "1"), text("title", String(repeating: "x", count: 4_001))], 413),
    ([file("a.txt", "1"), text("action", "{\"no\":{}}")], 400),
    ([file("a.txt", "1"), ("name=\"pictures\"; filename=\"\"", "x")], 400),
    ([file("a.txt", "1"), ("filename=\"x\"", "x")], 400),
    ([file("a.txt", "1")] + (0..<1_000).map { text("x\($0)", "") }, 413),
  ]

  @Test(arguments: forms.indices, ["/actions", "/"])
  func refusedFilesAreRemoved(form: Int, path: String) async throws {
    let (parts, status) = Self.forms[form]
    let album = AlbumSite()
    let cookie = try await newCookie(album)
    let response = await album.site.respond(to: request(parts, cookie: cookie, path: path))
    #expect(response.status == (path == "/" && status == 204 ? 303 : status))
    #expect(album.contents.count == (status == 204 ? 1 : 0))
    #expect(album.reservedBytes == (status == 204 ? 5_000 : 0))
  }

  @Test func filesAreRemovedWhenTheClientGoes() async throws {
    struct Gone: Error {}
    let album = AlbumSite()
    let cookie = try await newCookie(album)
    let bytes = RequestBytes { receive in
      try await receive(Self.start)
      #expect(album.contents == [Data("abc".utf8)])
      throw Gone()
    }
    #expect(await album.site.respond(to: request(bytes, cookie: cookie)).status == 400)
    #expect(album.contents.isEmpty)
    #expect(album.reservedBytes == 0)
  }

  @Test func aRefusedFormIsReadToItsEndButNotStored() async throws {
    let album = AlbumSite(uploads: UploadLimits(requestSize: 100_000))
    let cookie = try await newCookie(album)
    let received = Count()
    func upload(_ chunkCount: Int) -> RequestBytes {
      RequestBytes { receive in
        try await receive(Self.start)
        for _ in 0..<chunkCount {
          try await receive([UInt8](repeating: 1, count: 1_000))
          received.add()
          #expect(album.contents.allSatisfy { $0.count <= 5_000 })
        }
      }
    }
    #expect(await album.site.respond(to: request(upload(50), cookie: cookie)).status == 413)
    #expect(received.take() == 50)
    #expect(album.contents.isEmpty)
    // Beyond the limit of requests, nothing is read any more.
    #expect(await album.site.respond(to: request(upload(500), cookie: cookie)).status == 413)
    #expect(received.take() == 99)
  }

  @Test func foreignPagesAndUnknownVisitorsCanNotSendFiles() async throws {
    let album = AlbumSite()
    let cookie = try await newCookie(album)
    let unread = RequestBytes { _ in Issue.record("The body was read.") }
    for path in ["/actions", "/"] {
      for origin in ["http://evil", "null"] {
        let foreign = request(unread, cookie: cookie, origin: origin, path: path)
        #expect(await album.site.respond(to: foreign).status == 403)
      }
      #expect(await album.site.respond(to: request(unread, cookie: "", path: path)).status == 403)
    }
    var request = request(unread, cookie: cookie)
    request.headers["content-type"] = "multipart/form-data"
    #expect(await album.site.respond(to: request).status == 400)
    request.headers["content-type"] = "multipart/form-data; boundary=b"
    request.body = .tooLarge
    #expect(await album.site.respond(to: request).status == 413)
  }

  @Test func disabledControlsAcceptNothing() async throws {
    let album = AlbumSite()
    let visitor = Visitor(album.site)
    try await visitor.open()
    try await visitor.click("lock")
    let cookie = await visitor.cookies.map { "\($0.key)=\($0.value)" }.joined()
    #expect(await album.site.respond(to: request([Self.file("a.txt", "1")], cookie: cookie)).status == 409)
    #expect(album.contents.isEmpty)
  }

  @Test func withoutOffersTheLimitsOfTheSiteCount() async throws {
    let album = AlbumSite(uploads: UploadLimits(fileSize: 10, files: 3), acceptsOnlyOfferedActions: false)
    let cookie = try await newCookie(album)
    let files = (1...4).map { Self.file("\($0).exe", "1234567890") }
    #expect(await album.site.respond(to: request(files, cookie: cookie)).status == 413)
    #expect(await album.site.respond(to: request(Array(files.prefix(3)), cookie: cookie)).status == 204)
    #expect(await album.site.respond(to: request([Self.file("a", "12345678901")], cookie: cookie)).status == 413)
    #expect(album.contents.count == 3)
  }

  @Test func theRoomOfSessionsAndOfTheSiteIsLimited() async throws {
    let album = AlbumSite(uploads: UploadLimits(bytesPerSession: 10, bytes: 15))
    let (first, second) = (try await newCookie(album), try await newCookie(album))
    func status(_ text: String, _ cookie: String) async -> Int {
      await album.site.respond(to: request([Self.file("a.txt", text)], cookie: cookie)).status
    }
    #expect(await status("1234567", first) == 204)
    #expect(await status("1234", first) == 413)
    #expect(await status("123", first) == 204)
    #expect(await status("123456", second) == 503)
    #expect(await status("12345", second) == 204)
    #expect(album.reservedBytes == 15)
    album.site.sessions.end(album.site.sessions.contents.withLock { Array($0.sessions.keys) }, because: .expired)
    #expect(album.reservedBytes == 0)
  }

  @Test func theRoomOfAnAddressIsLimitedAcrossItsSessions() async throws {
    let album = AlbumSite(uploads: UploadLimits(bytesPerAddress: 10, bytes: 100))
    let cookies = [try await newCookie(album), try await newCookie(album), try await newCookie(album)]
    func response(_ text: String, _ visitor: Int, from address: String) async -> WebResponse {
      await album.site.respond(to: request([Self.file("a.txt", text)], cookie: cookies[visitor], from: address))
    }
    #expect(await response("123456", 0, from: "192.0.2.1").status == 204)
    let refused = await response("12345", 1, from: "192.0.2.1")
    #expect(refused.status == 429 && refused.text?.contains("from your network") == true)
    #expect(album.contents == [Data("123456".utf8)])
    #expect(await response("1234", 1, from: "192.0.2.1").status == 204)
    #expect(await response("1234567890", 2, from: "192.0.2.2").status == 204)
    #expect(album.reservedBytes == 20)
    // The room returns with the end of the session that has used it.
    album.site.sessions.end(album.site.sessions.contents.withLock { Array($0.sessions.keys) }, because: .expired)
    let later = try await newCookie(album)
    let file = request([Self.file("a.txt", "1234567890")], cookie: later, from: "192.0.2.1")
    #expect(await album.site.respond(to: file).status == 204)
  }

  @Test func theBytesOfASessionAreRateLimitedAlsoInTheMiddle() async throws {
    let album = AlbumSite(uploads: UploadLimits(ratePerSession: RateLimit(burst: 1_000, perSecond: 10)))
    let (cookie, other) = (try await newCookie(album), try await newCookie(album))
    let file = [Self.file("a.txt", String(repeating: "x", count: 700))]
    #expect(await album.site.respond(to: request(file, cookie: cookie)).status == 204)
    let refused = await album.site.respond(to: request(file, cookie: cookie))
    #expect(refused.status == 429)
    #expect(refused.header("retry-after") == "1")
    #expect(album.contents.count == 1)
    #expect(album.reservedBytes == 700)
    // Nothing is read while nothing is left.
    let unread = RequestBytes { _ in Issue.record("The body was read.") }
    #expect(await album.site.respond(to: request(unread, cookie: cookie)).status == 429)
    #expect(await album.site.respond(to: request(file, cookie: other)).status == 204)
    await album.clock.advance(by: .seconds(100))
    #expect(await album.site.respond(to: request(file, cookie: cookie)).status == 204)
  }

  /// A form that is refused for another reason was sent, too.
  @Test func theBytesOfRefusedFormsCountForTheirAddress() async throws {
    let album = AlbumSite(uploads: UploadLimits(ratePerAddress: RateLimit(burst: 1_000, perSecond: 10)))
    let (first, second) = (try await newCookie(album), try await newCookie(album))
    let content = String(repeating: "x", count: 700)
    func status(_ name: String, _ cookie: String, from address: String) async -> Int {
      await album.site.respond(to: request([Self.file(name, content)], cookie: cookie, from: address)).status
    }
    #expect(await status("a.exe", first, from: "192.0.2.1") == 415)
    #expect(await status("a.txt", second, from: "192.0.2.1") == 429)
    #expect(await status("a.txt", second, from: "192.0.2.2") == 204)
    #expect(await status("a.txt", first, from: "127.0.0.1") == 204)
  }

  @Test func theUploadsOfASessionAreLimited() async throws {
    let album = AlbumSite(uploads: UploadLimits(requestsPerSession: 1))
    let cookie = try await newCookie(album)
    let file = request([Self.file("a.txt", "1")], cookie: cookie)
    let outer = RequestBytes { receive in
      #expect(await album.site.respond(to: file).status == 429)
      try await receive(Array("--b--\r\n".utf8))
    }
    // A form without inputs is empty.
    #expect(await album.site.respond(to: request(outer, cookie: cookie)).status == 400)
    #expect(await album.site.respond(to: file).status == 204)
  }

  @Test func aRepeatedFormIsHandledOnce() async throws {
    let album = AlbumSite()
    let cookie = try await newCookie(album)
    let key = Self.text("counterpoint-idempotency-key", String(repeating: "0a", count: 16) + "-1")
    for _ in 0..<2 {
      let form = request([key, Self.file("a.txt", "1")], cookie: cookie, path: "/")
      #expect(await album.site.respond(to: form).status == 303)
    }
    #expect(album.contents.count == 1)
    #expect(album.reservedBytes == 1)
  }
}

/// Counts from any thread.
private final class Count: Sendable {
  private let value = Locked(0)

  func add() { value.withLock { $0 += 1 } }

  /// Returns the number, and starts again at zero.
  func take() -> Int {
    value.withLock { value in
      defer { value = 0 }
      return value
    }
  }
}

private actor OtherSession {
  private nonisolated let executor: SessionExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(_ executor: SessionExecutor) {
    self.executor = executor
  }

  func run() {}
}
