import NIOCore

/// The IP address of a client, as text.
enum ClientAddress {
  /// Returns the address of the client behind a connection.
  ///
  /// Each trusted proxy appends the address of its peer to the header. So the last entry that is not a trusted proxy
  /// is the client. A client could forge all entries before it.
  ///
  /// Works on bytes. Some letters form one `Character` with the comma after them, and a client that ends its forged
  /// entry with one would hide the entry of the proxy.
  ///
  /// - Parameters:
  ///   - peer: The address at the other end of the connection.
  ///   - forwardedFor: The header `X-Forwarded-For`.
  ///   - trusted: The addresses of trusted proxies.
  static func resolve(peer: String?, forwardedFor: String?, trusted: Set<String>) -> String? {
    guard var address = peer, trusted.contains(address), let forwardedFor else { return peer }
    let entries = forwardedFor.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    for entry in entries.reversed() {
      guard let next = parse(Substring(entry.drop { $0 == UInt8(ascii: " ") })) else { return address }
      address = next
      if !trusted.contains(address) { break }
    }
    return address
  }

  /// Returns the text of a socket's address. An IPv4-mapped IPv6 address becomes an IPv4 address.
  static func text(of address: SocketAddress?) -> String? {
    address?.ipAddress.map(unmapped)
  }

  /// Returns the unit of the limit per address: an IPv4 address, or the 64-bit prefix of an IPv6 address.
  ///
  /// An IPv6 client usually has all addresses with one prefix.
  static func network(of address: String) -> String {
    guard address.contains(":") else { return address }
    let halves = address.split(separator: "%", maxSplits: 1)[0].split(separator: "::", omittingEmptySubsequences: false)
    let head = halves[0].split(separator: ":").map(String.init)
    let tail = halves.count > 1 ? halves[1].split(separator: ":").map(String.init) : []
    let zeros = [String](repeating: "0", count: max(0, 8 - head.count - tail.count))
    return (head + zeros + tail).prefix(4).joined(separator: ":") + "::/64"
  }

  private static func parse(_ entry: Substring) -> String? {
    var text = Substring(entry.reversed().drop { $0 == " " }.reversed())
    if text.first == "[" {
      // An IPv6 address with a port.
      text = text.dropFirst().prefix { $0 != "]" }
    } else if text.contains("."), let colon = text.lastIndex(of: ":"), !text[..<colon].contains(":") {
      text = text[..<colon]
    }
    return (try? SocketAddress(ipAddress: String(text), port: 0)).flatMap { Self.text(of: $0) }
  }

  private static func unmapped(_ address: String) -> String {
    let prefix = "::ffff:"
    return address.hasPrefix(prefix) && address.contains(".") ? String(address.dropFirst(prefix.count)) : address
  }
}
