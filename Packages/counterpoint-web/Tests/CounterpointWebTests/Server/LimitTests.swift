import Testing

@testable import CounterpointWeb

@Suite struct LimitTests {
  @Test(
    "The connection of a request that is not complete at the deadline is closed",
    arguments: ["GET / HT", ShutdownTests.halfBody]
  )
  func slowRequests(request: String) async throws {
    try await TestServer.run(.patient.with(\.requestDeadline, .milliseconds(30))) { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send(request)
        // Empty if the deadline has passed before the first byte arrived.
        #expect(await ["HTTP/1.1 408 Request Timeout", ""].contains(status(client.readToEnd())))
      }
    }
  }

  @Test(
    "A client of HTTP/1.0 gets its response without chunks, and the connection is closed",
    arguments: ["", "keep-alive"]
  )
  func oldClients(connection: String) async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("GET / HTTP/1.0\r\nHost: localhost\r\nConnection: \(connection)\r\n\r\n")
        let response = await client.readToEnd()
        #expect(status(response) == "HTTP/1.0 200 OK")
        #expect(response.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(!response.lowercased().contains("transfer-encoding"))
      }
    }
  }

  @Test(
    "The host of an absolute target counts, and not that of the header",
    arguments: [
      ("http://localhost/", "evil.example", "HTTP/1.1 200 OK"),
      ("http://LocalHost?x=1", "evil.example", "HTTP/1.1 200 OK"),
      ("HTTP://evil.example/", "localhost", "HTTP/1.1 421 Misdirected Request"),
      ("http://localhost@evil.example/", "localhost", "HTTP/1.1 421 Misdirected Request"),
    ]
  )
  func absoluteTargets(target: String, host: String, expected: String) async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
        #expect(await status(client.response()) == expected)
      }
    }
  }

  @Test("The target * is the server itself")
  func serverOptions() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        await client.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let head = await client.read(until: "\r\n\r\n")
        #expect(status(head) == "HTTP/1.1 204 No Content")
        #expect(head.lowercased().contains("allow: get, head, post"))
      }
    }
  }

  @Test("Cookies in several fields count as those in one")
  func cookies() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        let cookie = await sessionCookie(&client)
        let page = await client.get("/", "Cookie: other=1\r\nCookie: \(cookie)\r\n")
        #expect(status(page) == "HTTP/1.1 200 OK")
        // A browser without a known cookie gets one.
        #expect(!page.lowercased().contains("set-cookie: "))
      }
    }
  }

  @Test("A connection without a request is closed at the deadline")
  func silence() async throws {
    try await TestServer.run(.patient.with(\.requestDeadline, .milliseconds(30))) { server in
      try await RawClient.connect(to: server.port) { client in
        #expect(await client.readToEnd().isEmpty)
      }
    }
  }

  @Test("A new connection above the limit gets 503, and existing connections continue")
  func connections() async throws {
    try await TestServer.run(.patient.with(\.connections, 1).with(\.connectionsPerAddress, 9)) { server in
      try await RawClient.connect(to: server.port) { first in
        #expect(await status(first.get("/")) == "HTTP/1.1 200 OK")
        try await RawClient.connect(to: server.port) { second in
          #expect(await status(second.readToEnd()) == "HTTP/1.1 503 Service Unavailable")
        }
        #expect(await status(first.get("/")) == "HTTP/1.1 200 OK")
      }
    }
  }

  #if os(Linux)
  // Other systems have only one address on the loopback network.
  @Test("Each address has its own limit")
  func addresses() async throws {
    try await TestServer.run(.patient.with(\.connectionsPerAddress, 1)) { server in
      try await RawClient.connect(to: server.port) { first in
        #expect(await status(first.get("/")) == "HTTP/1.1 200 OK")
        try await RawClient.connect(to: server.port) { second in
          #expect(await status(second.readToEnd()) == "HTTP/1.1 503 Service Unavailable")
        }
        try await RawClient.connect(to: server.port, from: "127.0.0.2") { other in
          #expect(await status(other.get("/")) == "HTTP/1.1 200 OK")
        }
      }
    }
  }
  #endif

  @Test("A trusted proxy has no limit per address")
  func proxies() async throws {
    let options = WebServerOptions.patient.with(\.connectionsPerAddress, 1).with(\.trustedProxies, ["127.0.0.1"])
    try await TestServer.run(options) { server in
      try await RawClient.connect(to: server.port) { first in
        #expect(await status(first.get("/")) == "HTTP/1.1 200 OK")
        try await RawClient.connect(to: server.port) { second in
          #expect(await status(second.get("/")) == "HTTP/1.1 200 OK")
        }
      }
    }
  }

  @Test("Health checks are served under their path for any host")
  func health() async throws {
    try await TestServer.run(.patient.with(\.healthPath, "/health")) { server in
      try await RawClient.connect(to: server.port) { client in
        #expect(await client.get("/health/live").hasSuffix("\r\n\r\nlive\n"))
        #expect(await status(client.get("/health/ready")) == "HTTP/1.1 200 OK")
        await client.send("GET /health/ready HTTP/1.1\r\nHost: 10.0.0.7\r\n\r\n")
        #expect(await status(client.response()) == "HTTP/1.1 200 OK")
        server.readiness.turnOff()
        await client.send("GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n")
        // A server that is shutting down closes connections after their responses.
        #expect(await status(client.readToEnd()) == "HTTP/1.1 503 Service Unavailable")
      }
    }
  }

  @Test("The server's own responses to `HEAD` have no body")
  func heads() async throws {
    let options = WebServerOptions.patient.with(\.healthPath, "/health").with(\.accessToken, "s3cret")
    try await TestServer.run(options) { server in
      try await RawClient.connect(to: server.port) { client in
        let responses = [("/health/live", "200 OK"), ("/health/ready", "200 OK"), ("/", "403 Forbidden")]
        for (path, text) in responses {
          await client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
          // A body of the response before would be read first.
          #expect(await status(client.read(until: "\r\n\r\n")) == "HTTP/1.1 \(text)")
        }
        let head = "HEAD / HTTP/1.1\r\nHost: localhost\r\nCookie: counterpoint-access=s3cret\r\n"
        await client.send("\(head)Content-Length: 65536\r\n\r\n")
        let response = await client.readToEnd()
        #expect(status(response) == "HTTP/1.1 413 Payload Too Large")
        #expect(response.hasSuffix("\r\n\r\n"))
      }
    }
  }

  @Test("There are no health checks by default")
  func noHealth() async throws {
    try await TestServer.run { server in
      try await RawClient.connect(to: server.port) { client in
        #expect(await status(client.get("/health/ready")) == "HTTP/1.1 404 Not Found")
      }
    }
  }

  @Test(
    "The limit of connections leaves descriptors for files",
    arguments: [(nil, 256), (16, 8), (1024, 768), (20_000, 19_744), (1 << 30, 20_000)] as [(Int?, Int)]
  )
  func descriptors(limit: Int?, connections: Int) {
    #expect(WebServerOptions.connections(forDescriptors: limit) == connections)
  }

  @Test("The limit of descriptors is raised once and stays")
  func raise() {
    let limit = raiseDescriptorLimit()
    #expect(limit == raiseDescriptorLimit())
    #expect(WebServerOptions.availableConnections() == WebServerOptions.connections(forDescriptors: limit))
  }
}
