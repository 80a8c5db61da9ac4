import NIOCore
import Testing

@testable import CounterpointWeb

@Suite struct ClientAddressTests {
  @Test(
    "The last entry of a trusted proxy is used, and no entry of other peers",
    arguments: [
      ("10.0.0.1", nil, "10.0.0.1"),
      ("10.0.0.1", "1.2.3.4", "1.2.3.4"),
      ("10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
      ("10.0.0.1", "6.6.6.6, 1.2.3.4:5678", "1.2.3.4"),
      ("10.0.0.1", "6.6.6.6,[2001:db8::1]:80 ", "2001:db8::1"),
      ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
      ("10.0.0.1", "::ffff:1.2.3.4", "1.2.3.4"),
      ("10.0.0.1", "1.2.3.4, 10.0.0.2", "1.2.3.4"),
      ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
      ("10.0.0.1", "1.2.3.4, unknown", "10.0.0.1"),
      ("10.0.0.1", "", "10.0.0.1"),
      ("9.9.9.9", "1.2.3.4", "9.9.9.9"),
      (nil, "1.2.3.4", nil),
      // Letters that form one character with the comma after or before them.
      ("10.0.0.1", "6.6.6.6\u{0600}, 1.2.3.4", "1.2.3.4"),
      ("10.0.0.1", "\u{0600},1.2.3.4, 10.0.0.2", "1.2.3.4"),
      ("10.0.0.1", "6.6.6.6,\u{0301}, 1.2.3.4", "1.2.3.4"),
    ] as [(String?, String?, String?)]
  )
  func resolve(peer: String?, forwardedFor: String?, client: String?) {
    #expect(
      ClientAddress.resolve(peer: peer, forwardedFor: forwardedFor, trusted: ["10.0.0.1", "10.0.0.2"]) == client
    )
  }

  @Test("Trusted proxies are written as the system writes addresses")
  func proxies() {
    let written: Set = ["2001:DB8:0::0001", "::ffff:10.0.0.2", "10.0.0.1"]
    let canonical: Set = ["2001:db8::1", "10.0.0.2", "10.0.0.1"]
    var options = WebServerOptions(trustedProxies: written)
    #expect(options.trustedProxies == canonical)
    options.trustedProxies = ["0:0::1"]
    #expect(options.trustedProxies == ["::1"])
  }

  @Test("A trusted proxy that is not an IP address ends the process with an explanation")
  func names() async {
    await #expect(processExitsWith: .failure) { _ = WebServerOptions(trustedProxies: ["proxy.example"]) }
    await #expect(processExitsWith: .failure) { _ = WebServerOptions(trustedProxies: ["10.0.0.0/8"]) }
  }

  @Test("An IPv4-mapped IPv6 address is an IPv4 address")
  func mapped() throws {
    #expect(ClientAddress.text(of: try SocketAddress(ipAddress: "::ffff:1.2.3.4", port: 1)) == "1.2.3.4")
    #expect(ClientAddress.text(of: nil) == nil)
  }
}
