import Testing

@testable import CounterpointWeb

@Suite struct AccessTokenTests {
  private let options = WebServerOptions.patient.with(\.accessToken, "s3cret").with(\.healthPath, "/health")

  @Test func aBrowserWithoutTheTokenIsRefused() async throws {
    try await TestServer.run(options) { server in
      try await RawClient.connect(to: server.port) { client in
        for path in ["/", "/?token=", "/?token=s3creT", "/?token=s3cret0", "/events", "/?s3cret"] {
          #expect(status(await client.get(path)) == "HTTP/1.1 403 Forbidden", "\(path)")
        }
        let guesses = ["counterpoint-access-8080=s3cret", "counterpoint-access=wrong", "s3cret", "counterpoint-access"]
        for cookie in guesses {
          #expect(status(await client.get("/", "Cookie: \(cookie)\r\n")) == "HTTP/1.1 403 Forbidden", "\(cookie)")
        }
        #expect(status(await client.get("/health/live")) == "HTTP/1.1 200 OK")
      }
    }
  }

  @Test func theTokenInTheAddressBecomesACookie() async throws {
    try await TestServer.run(options) { server in
      try await RawClient.connect(to: server.port) { client in
        let redirect = await client.get("/?a=1&token=s3cret")
        #expect(status(redirect) == "HTTP/1.1 303 See Other")
        #expect(redirect.lowercased().contains("location: /\r\n"))
        let cookie = "counterpoint-access=s3cret; Path=/; HttpOnly; SameSite=Lax"
        #expect(redirect.contains(cookie))
        let page = await client.get("/", "Cookie: other=1; counterpoint-access=s3cret\r\n")
        #expect(status(page) == "HTTP/1.1 200 OK")
      }
    }
  }

  @Test func theCookieBelongsToOnePort() {
    let access = AccessToken(token: "s3cret")
    let cookie = "counterpoint-access-8080=s3cret"
    #expect(access.decide(path: "/", query: "", host: "127.0.0.1:8080", cookies: cookie) == .admitted)
    #expect(access.decide(path: "/", query: "", host: "127.0.0.1:8081", cookies: cookie) == .refused)
    #expect(access.decide(path: "/", query: "", host: "[::1]:8080", cookies: cookie) == .admitted)
  }

  @Test(
    arguments: [
      ("/", "/"), ("/a//b", "/a//b"), ("//evil.example/", "/evil.example/"), ("///evil.example", "/evil.example"),
      ("/\\evil.example", "/evil.example"), ("/\t/evil.example", "/evil.example"), ("/\u{301}/a", "/\u{301}/a"),
    ]
  )
  func theRedirectStaysOnTheHost(path: String, location: String) {
    let decision = AccessToken(token: "s3cret").decide(path: path, query: "token=s3cret", host: nil, cookies: nil)
    #expect(
      decision
        == .redirect(location: location, cookie: "counterpoint-access=s3cret; Path=/; HttpOnly; SameSite=Lax")
    )
  }

  /// Another program on the host can set a cookie that ends with such a letter.
  @Test(arguments: ["\u{0600}", "\u{0301}", "\u{037E}"])
  func noOtherCookieHidesTheToken(letter: String) {
    let access = AccessToken(token: "s3cret")
    let cookies = "a=\(letter); counterpoint-access=s3cret"
    #expect(access.decide(path: "/", query: "", host: "localhost", cookies: cookies) == .admitted)
    let query = "a=\(letter)&token=s3cret"
    let redirect = access.decide(path: "/", query: query, host: "localhost", cookies: "counterpoint-access=\(letter)")
    #expect(redirect != .refused)
    let joined = "counterpoint-access=s3cret\(letter)"
    #expect(access.decide(path: "/", query: "", host: "localhost", cookies: joined) == .refused)
  }
}
