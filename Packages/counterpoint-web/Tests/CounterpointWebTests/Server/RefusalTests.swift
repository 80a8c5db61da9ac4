import Testing

@testable import CounterpointWeb

@Suite struct RefusalTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: String
    let status: String
  }

  static let form = "Host: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"

  @Test(
    "Malformed requests get their status, and the connection is closed",
    arguments: [
      Case(
        testDescription: "two hosts",
        request: "GET / HTTP/1.1\r\nHost: localhost\r\nHost: example.org\r\n\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(testDescription: "no host", request: "GET / HTTP/1.1\r\n\r\n", status: "HTTP/1.1 400 Bad Request"),
      Case(
        testDescription: "an unknown transfer coding before chunked",
        request: "POST / HTTP/1.1\r\n\(form)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        status: "HTTP/1.1 501 Not Implemented"
      ),
      Case(
        testDescription: "an unknown transfer coding",
        request: "POST / HTTP/1.1\r\n\(form)Transfer-Encoding: gzip\r\n\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "chunked twice",
        request: "POST / HTTP/1.1\r\n\(form)Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "a length and a transfer coding",
        request: "POST / HTTP/1.1\r\n\(form)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "two lengths",
        request: "POST / HTTP/1.1\r\n\(form)Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "a transfer coding in HTTP/1.0",
        request: "POST / HTTP/1.0\r\n\(form)Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "a chunk without a size",
        request: "POST / HTTP/1.1\r\n\(form)Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        status: "HTTP/1.1 400 Bad Request"
      ),
      Case(
        testDescription: "an unknown expectation",
        request: "POST / HTTP/1.1\r\n\(form)Expect: fish\r\nContent-Length: 3\r\n\r\n",
        status: "HTTP/1.1 417 Expectation Failed"
      ),
      Case(
        testDescription: "a large head",
        request: "GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: \(String(repeating: "x", count: 20_000))\r\n\r\n",
        status: "HTTP/1.1 431 Request Header Fields Too Large"
      ),
      Case(testDescription: "no HTTP", request: "\u{16}\u{3}\u{1}\r\n\r\n", status: "HTTP/1.1 400 Bad Request"),
      Case(
        testDescription: "a large body of a stream",
        request: "GET /events?since=0 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n",
        status: "HTTP/1.1 413 Payload Too Large"
      ),
      Case(
        testDescription: "a large body in chunks of a stream",
        request: "GET /events?since=0 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n8000\r\n"
          + String(repeating: "x", count: 0x8000) + "\r\n",
        status: "HTTP/1.1 413 Payload Too Large"
      ),
    ]
  )
  func refusals(_ test: Case) async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send(test.request)
        #expect(await status(client.readToEnd()) == test.status)
      }
    }
  }

  @Test(
    "The refusal of HEAD has the header of that of GET, and no body",
    arguments: ["", "Host: a\r\nExpect: fish\r\n"]
  )
  func headOnly(_ headers: String) async throws {
    try await TestServer.run { server in
      var responses: [String] = []
      for method in ["GET", "HEAD"] {
        try await RawClient.connect(to: server.port) { client in
          await client.send("\(method) / HTTP/1.1\r\n\(headers)\r\n")
          responses.append(await client.readToEnd())
        }
      }
      let parts = responses.map { response in
        let end = response.firstRange(of: "\r\n\r\n")?.upperBound ?? response.endIndex
        return (head: response[..<end], body: response[end...])
      }
      #expect(parts[0].head == parts[1].head)
      #expect(parts[0].head.contains("content-length: \(parts[0].body.utf8.count)\r\n"))
      #expect(!parts[0].body.isEmpty && parts[1].body.isEmpty)
    }
  }

  @Test("A refusal comes after the responses to earlier requests")
  func pipelinedRefusal() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("GET /style.css HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n\r\n")
        #expect(await status(client.response()) == "HTTP/1.1 200 OK")
        #expect(await status(client.readToEnd()) == "HTTP/1.1 400 Bad Request")
      }
    }
  }

  @Test("A client with `Expect: 100-continue` is told to send a body within the limit, and no larger one")
  func expectations() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await sessionCookie(&client)
        let head = "POST /actions HTTP/1.1\r\n\(Self.form)Cookie: \(cookie)\r\nExpect: 100-continue\r\n"
        await client.send("\(head)Content-Length: 2\r\n\r\n")
        #expect(await client.response() == "HTTP/1.1 100 Continue\r\n\r\n")
        await client.send("a=")
        #expect(await status(client.response()) == "HTTP/1.1 400 Bad Request")
        await client.send("\(head)Content-Length: 1000000\r\n\r\n")
        #expect(await status(client.readToEnd()) == "HTTP/1.1 413 Payload Too Large")
      }
    }
  }

  @Test("An HTTP/1.0 connection is closed after the response")
  func oldVersion() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("GET /style.css HTTP/1.0\r\nHost: localhost\r\n\r\n")
        #expect(await client.readToEnd().hasSuffix("p { color: red }"))
      }
    }
  }
}

/// Loads the page, and returns the cookie that it sets.
func sessionCookie(_ client: inout RawClient) async -> String {
  let page = await client.get("/")
  let cookie = page.split(separator: "\r\n").first { $0.lowercased().hasPrefix("set-cookie: ") }
  return String(cookie?.dropFirst("set-cookie: ".count).prefix { $0 != ";" } ?? "")
}
