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

  @Test("An IPv4-mapped IPv6 address is an IPv4 address")
  func mapped() throws {
    #expect(ClientAddress.text(of: try SocketAddress(ipAddress: "::ffff:1.2.3.4", port: 1)) == "1.2.3.4")
    #expect(ClientAddress.text(of: nil) == nil)
  }
}
