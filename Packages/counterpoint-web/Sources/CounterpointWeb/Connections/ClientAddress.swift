import CounterpointHTML
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

  /// Returns the addresses of proxies as the system writes them, because addresses are compared as texts.
  static func canonical(_ proxies: Set<String>) -> Set<String> {
    Set(
      proxies.map { proxy in
        guard let address = text(of: try? SocketAddress(ipAddress: proxy, port: 0)) else {
          preconditionFailure(
            "'\(proxy)' can't be a trusted proxy: write an IP address without a port, as in '10.0.0.1' or '::1'."
          )
        }
        return address
      }
    )
  }

  /// Returns the text of a socket's address. An IPv4-mapped IPv6 address becomes an IPv4 address.
  static func text(of address: SocketAddress?) -> String? {
    address?.ipAddress.map(unmapped)
  }

  private static func parse(_ entry: Substring) -> String? {
    var text = entry.trimmingBlanks()
    if text.hasBytes(prefix: "[") {
      // An IPv6 address with a port.
      text = text.droppingBytes(1).bytes(before: "]")
    } else if text.containsByte("."), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8.lastIndex(of: UInt8(ascii: ":")) == colon
    {
      text = text[..<colon]
    }
    return (try? SocketAddress(ipAddress: String(text), port: 0)).flatMap { Self.text(of: $0) }
  }

  private static func unmapped(_ address: String) -> String {
    let prefix = "::ffff:"
    let isMapped = address.hasBytes(prefix: prefix) && address.containsByte(".")
    return isMapped ? String(address.droppingBytes(prefix.utf8.count)) : address
  }
}
