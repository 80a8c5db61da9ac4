import CounterpointSessions
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Testing

@testable import CounterpointWeb

/// Compressed assets over real connections.
@Suite struct AssetCompressionTests {
  private static let styleSheet = String(repeating: "p { color: red }\n", count: 500)

  private func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    try channel.pipeline.syncOperations.addHandler(NIOHTTPResponseDecompressor(limit: .none))
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-encoding": "gzip"])
    try channel.writeInbound(HTTPClientResponsePart.head(head))
    try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: bytes)))
    try channel.writeInbound(HTTPClientResponsePart.end(nil))
    var result: [UInt8] = []
    while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
      if case .body(let buffer) = part { result += buffer.readableBytesView }
    }
    return result
  }

  @Test(arguments: [1, 100, 70_000, 1_000_000])
  func bytesAreThoseBefore(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    let compressed = try #require(gzip(bytes))
    #expect(try decompressed(compressed) == bytes)
    #expect(gzip(bytes) == compressed)
  }

  @Test func onlyAssetsAreCompressed() async throws {
    try await TestServer.run(site: Count.site(styleSheet: Self.styleSheet)) { server in
      try await RawClient.connect(to: server.port) { client in
        let accepting = "Accept-Encoding: gzip, deflate, br\r\n"
        await client.send("GET /style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(accepting)\r\n")
        let head = await client.read(until: "\r\n\r\n").lowercased()
        #expect(head.contains("content-encoding: gzip\r\n"))
        #expect(head.contains("vary: accept-encoding\r\n"))
        let length = try #require(gzip(Array(Self.styleSheet.utf8))).count
        #expect(length < 200)
        #expect(head.contains("content-length: \(length)\r\n"))
      }
      try await RawClient.connect(to: server.port) { client in
        let page = await client.get("/", "Accept-Encoding: gzip\r\n")
        #expect(!page.lowercased().contains("content-encoding"))
        let sheet = await client.get("/style.css")
        #expect(sheet.contains(Self.styleSheet))
        #expect(sheet.lowercased().contains("vary: accept-encoding\r\n"))
      }
    }
  }

  @Test func aRequestForTheHeadHasTheLengthOfTheContent() async throws {
    try await TestServer.run(site: Count.site(styleSheet: Self.styleSheet)) { server in
      for (coding, length) in [("gzip", gzip(Array(Self.styleSheet.utf8))?.count ?? 0), ("gzip;q=0", 8500)] {
        try await RawClient.connect(to: server.port) { client in
          await client.send(
            "HEAD /style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: \(coding)\r\n\r\n"
          )
          let answer = await client.readToEnd().lowercased()
          #expect(answer.contains("content-length: \(length)\r\n"))
          #expect(answer.hasSuffix("\r\n\r\n"))
        }
      }
    }
  }

  @Test func anUnchangedAssetHasNoContent() async throws {
    try await TestServer.run(site: Count.site(styleSheet: Self.styleSheet)) { server in
      try await RawClient.connect(to: server.port) { client in
        let head = await client.get("/style.css", "Accept-Encoding: gzip;q=0\r\n").lowercased()
        let tag = try #require(head.firstMatch(of: #/etag: ("[0-9a-f]+")\r\n/#)?.1)
        await client.send(
          "GET /style.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-None-Match: W/\(tag)\r\n\r\n"
        )
        let answer = await client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 304 Not Modified\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n"))
      }
    }
  }
}
