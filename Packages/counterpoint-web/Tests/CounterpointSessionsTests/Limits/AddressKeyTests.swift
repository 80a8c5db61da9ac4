import CounterpointSessions
import Testing

/// The unit of the limits per address.
@Suite struct AddressKeyTests {
  @Test(
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
      ("2001:db8::1", "2001:db8:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"), ("::2", "0:0:0:0::/64"),
      ("::1", "127.0.0.1"), ("unknown", "unknown"), ("1.2.3", "1.2.3"), ("1.2.3.256", "1.2.3.256"),
      ("1::2::3", "1::2::3"), ("1:2:3", "1:2:3"), ("", ""),
      // NAT64 and SIIT: all IPv4 clients of a network without IPv4 have the same first 96 bits.
      ("64:ff9b::192.0.2.1", "192.0.2.1"), ("64:ff9b::c000:202", "192.0.2.2"), ("::ffff:0:192.0.2.1", "192.0.2.1"),
      ("64:ff9b:0:1::c000:201", "64:ff9b:0:1::/64"), ("64:ff9b::1:c000:201", "64:ff9b:0:0::/64"),
      // Only the translator knows where the IPv4 address is.
      ("64:ff9b:1::c000:201", "64:ff9b:1:0:0:0:c000:201"), ("64:ff9b:1:fffe::c000:201", "64:ff9b:1:fffe:0:0:c000:201"),
      // 6to4: an IPv4 address has 65,536 networks.
      ("2002:c000:201::1", "192.0.2.1"), ("2002:c000:201:ffff:1:2:3:4", "192.0.2.1"),
      ("2003:c000:201::1", "2003:c000:201:0::/64"),
      // Teredo: all clients of a server have the same first 64 bits.
      ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "192.0.2.45"), ("2001:0:4136:e378:8000:63bf:3fff:fdd3", "192.0.2.44"),
      ("2001:1::1", "2001:1:0:0::/64"),
    ]
  )
  func network(address: String, network: String) {
    #expect("\(AddressKey(address))" == network)
    #expect(WebVisitor(remoteAddress: address).network == network)
  }

  /// A foreign network can't make a client that has no limits.
  @Test(
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
      ("::2", false), ("64:ff9b::127.0.0.1", false), ("::ffff:0:127.0.0.1", false), ("2002:7f00:1::1", false),
      ("2001:0:4136:e378:8000:63bf:80ff:fffe", false), ("localhost", false),
    ]
  )
  func loopback(address: String, isLoopback: Bool) {
    #expect(AddressKey(address).isLoopback == isLoopback)
  }

  @Test func equalNetworksAreEqual() {
    #expect(AddressKey("192.0.2.1") == AddressKey("64:ff9b::192.0.2.1"))
    #expect(AddressKey("2001:db8:1:2::1") == AddressKey("2001:db8:1:2:ffff::"))
    #expect(AddressKey("64:ff9b:1::1.2.3.4") != AddressKey("64:ff9b:1::1.2.3.5"))
    #expect(WebVisitor().network == nil)
  }
}
