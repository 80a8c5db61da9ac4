import Counterpoint
import CounterpointTestSupport
import Testing

/// The initializers of clients.
@Suite struct ClientInitializerTests {
  @Test func everything() async throws {
    let client = KindsClient(
      throwing: { "\($0)" },
      nothing: { _ in },
      optional: { 1 },
      value: { 2 },
      statements: { $0 },
      branches: { "\($0)" },
      text: { "text" },
      throwingWithValue: { 3 },
      ownError: {},
      switch: {},
      `two words`: {},
      callback: {},
      number: 4
    )
    #expect(try await client.throwing(0) == "0")
    #expect(client.optional() == 1)
    #expect(client.value() == 2)
    #expect(try client.throwingWithValue() == 3)
    #expect(client.number == 4)
    #expect(client.transform(1) == -1)
    #expect(client.callback != nil)
  }

  @Test func publicOnes() throws {
    #expect(Namespace.PublicClient().name == "public")
    let client = Namespace.PublicClient(fetch: { "\($0)" }, reset: {}, name: "a")
    #expect(try client.fetch(id: 1) == "1")
    client.reset()
  }

  @Test func ownInitializers() {
    #expect(OwnInitializerClient(name: "a").name == "own a")
    #expect(OwnInitializerClient(get: { 1 }, count: { 1 }, name: "a").name == "a")
    let client = OwnInitializerClient(number: 2)
    #expect(client.get() == 2)
    let issues = issues { #expect(client.count() == 0) }
    #expect(issues.count == 1)
  }

  @Test func conditions() async throws {
    #if os(Linux) || os(macOS)
    let client = ConditionalClient(host: "example.org", resolve: { "127.0.0.1" }, load: { "\($0)" })
    #expect(client.host == "example.org")
    #expect(try await client.resolve() == "127.0.0.1")
    #expect(ConditionalClient(host: "example.com").host == "example.com")
    #else
    let client = ConditionalClient(drive: "C", load: { "\($0)" })
    #endif
    #expect(try await client.load(1) == "1")
  }

  @Test func privateClients() {
    let client = PrivateClient(secret: { 1 })
    #expect(client.secret() == 1)
  }
}

@DependencyClient
struct ConditionalClient: Sendable {
  #if os(Linux) || os(macOS)
  var host: String
  var resolve: @Sendable () async throws -> String
  #else
  var drive: String
  #endif
  var load: @Sendable (Int) async throws -> String
}

@DependencyClient
private struct PrivateClient {
  var secret: () -> Int?
  private var password = "a"
}
