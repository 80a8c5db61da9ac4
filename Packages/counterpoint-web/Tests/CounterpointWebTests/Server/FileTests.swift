import Foundation
import Testing

@testable import CounterpointSessions
@testable import CounterpointWeb

/// Files over real connections.
@Suite struct FileTests {
  private static let start =
    "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.bin\"\r\n\r\n"
  private static let end = "\r\n--b--\r\n"

  /// Opens the page, and returns the cookie.
  private func cookie(_ client: inout RawClient) async -> String {
    let page = await client.get("/")
    let line = page.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
    return String((line ?? "").dropFirst("set-cookie: ".count).prefix { $0 != ";" })
  }

  private func head(_ cookie: String, _ length: String, path: String = "/actions") -> String {
    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: \(cookie)\r\n\(length)\r\n"
      + "Content-Type: multipart/form-data; boundary=b\r\n\r\n"
  }

  @Test(arguments: [true, false])
  func aFileIsWrittenToTheDisk(isChunked: Bool) async throws {
    let inbox = InboxSite()
    try await TestServer.run(serving: inbox.site) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await cookie(&client)
        let content = String(repeating: "0123456789", count: 100_000)
        let body = Self.start + content + Self.end
        if isChunked {
          await client.send(head(cookie, "Transfer-Encoding: chunked"))
          await client.send("\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
        } else {
          await client.send(head(cookie, "Content-Length: \(body.utf8.count)") + body)
        }
        #expect(await status(client.read(until: "\r\n\r\n")) == "HTTP/1.1 204 No Content")
        #expect(inbox.sizes == [1_000_000])
        #expect(await client.get("/", "Cookie: \(cookie)\r\n").contains("a.bin 1000000"))
      }
    }
  }

  @Test func filesAreRemovedWhenTheConnectionEnds() async throws {
    let inbox = InboxSite()
    try await TestServer.run(serving: inbox.site) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await cookie(&client)
        await client.send(head(cookie, "Content-Length: 100000") + Self.start + "the beginning")
      }
      // The client has closed the connection.
      for await path in inbox.responses where path == "/actions" { break }
      #expect(inbox.sizes.isEmpty)
      #expect(inbox.site.sessions.files.bytes == 0)
    }
  }

  @Test func aFormThatIsTooLargeIsRefusedAtOnce() async throws {
    let inbox = InboxSite(uploads: UploadLimits(requestSize: 1_000))
    try await TestServer.run(serving: inbox.site) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await cookie(&client)
        await client.send(head(cookie, "Content-Length: 1001") + Self.start)
        let response = await client.readToEnd()
        #expect(status(response) == "HTTP/1.1 413 Payload Too Large")
        #expect(response.contains("The files are too large together."))
      }
      try await RawClient.connect(to: server.port) { client in
        let cookie = await cookie(&client)
        await client.send(head(cookie, "Transfer-Encoding: chunked", path: "/") + "3e9\r\n")
        await client.send(String(repeating: "x", count: 0x3e9) + "\r\n")
        #expect(await status(client.readToEnd()) == "HTTP/1.1 413 Payload Too Large")
      }
    }
  }

  @Test func aFileIsDownloaded() async throws {
    let inbox = InboxSite(offer: Data(String(repeating: "0123456789", count: 50_000).utf8))
    try await TestServer.run(serving: inbox.site) { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await cookie(&client)
        let action = "action=%7B%22offer%22%3A%7B%7D%7D"
        await client.send(
          "POST /actions HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nCookie: \(cookie)\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(action.utf8.count)\r\n\r\n\(action)"
        )
        #expect(await status(client.read(until: "\r\n\r\n")) == "HTTP/1.1 204 No Content")
        // The stream tells when the effect has offered the file.
        await client.send("GET /events?since=page HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
        let events = await client.read(until: "offer.bin")
        let path = events.split(separator: "href=").last.map { $0.prefix { $0 != " " } } ?? ""
        let address = String(path.filter { $0 != "\"" && $0 != "\\" })
        try await RawClient.connect(to: server.port) { client in
          let response = await client.get(address, "Cookie: \(cookie)\r\n")
          #expect(status(response) == "HTTP/1.1 200 OK")
          #expect(response.contains("content-disposition: attachment; filename=\"offer.bin\"\r\n"))
          #expect(response.hasSuffix("\r\n\r\n" + String(repeating: "0123456789", count: 50_000)))
          #expect(await status(client.get(address)) == "HTTP/1.1 404 Not Found")
          await client.send("HEAD \(address) HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookie)\r\n\r\n")
          #expect(await client.read(until: "\r\n\r\n").lowercased().contains("content-length: 500000\r\n"))
        }
      }
    }
  }
}
