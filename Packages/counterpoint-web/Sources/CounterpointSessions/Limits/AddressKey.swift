import CounterpointHTML

/// The network of a client, as the unit of the limits per address.
///
/// An IPv6 address counts by its first 64 bits, because a host can choose the other ones freely. An address that has an
/// IPv4 address in it counts as that: a translator or a tunnel has made it, all its users have the same first bits, and
/// each has the IPv4 address alone.
package enum AddressKey: Hashable, Sendable {
  case ipv4(UInt32)
  /// The network prefix of 64 bits.
  case ipv6(UInt64)
  /// A whole IPv6 address of a prefix that a translator between IPv6 and IPv4 has chosen: each is one IPv4 address,
  /// but only the translator knows in which bits.
  case translated(UInt64, UInt64)
  /// A text that is no address. The servers of this library have none.
  case other(String)

  /// Parses an address. The loopback address of IPv6 counts as that of IPv4.
  package init(_ text: String) {
    if let number = Self.ipv4(text[...]) {
      self = .ipv4(number)
    } else if let (high, low) = Self.ipv6(text) {
      self.init(high, low)
    } else {
      self = .other(text.prefix(bytes: 64))
    }
  }

  private init(_ high: UInt64, _ low: UInt64) {
    switch (high, low) {
    case (0, 1):
      self = .ipv4(0x7f00_0001)
    // IPv4-mapped (RFC 4291): an IPv4 client of a socket that accepts both.
    case (0, _) where low >> 32 == 0xffff:
      self = .ipv4(UInt32(truncatingIfNeeded: low))
    default:
      if let number = Self.embedded(high, low), number >> 24 != 127 {
        self = .ipv4(number)
      } else if high >> 16 == 0x64_ff9b_0001 {
        // Translation with a prefix of the network's own (RFC 8215).
        self = .translated(high, low)
      } else {
        self = .ipv6(high)
      }
    }
  }

  /// Whether the address is one by which a computer reaches itself.
  ///
  /// An IPv6 address in which another network has embedded a loopback address is none.
  package var isLoopback: Bool {
    if case .ipv4(let number) = self { number >> 24 == 127 } else { false }
  }

  /// Returns the IPv4 address in an IPv6 address of a client that is reached through a translator or a tunnel.
  private static func embedded(_ high: UInt64, _ low: UInt64) -> UInt32? {
    switch (high, low >> 32) {
    // NAT64 and SIIT with the well-known prefix (RFC 6052), and the former prefix of SIIT (RFC 2765).
    case (0x64_ff9b_0000_0000, 0), (0, 0xffff_0000): UInt32(truncatingIfNeeded: low)
    // 6to4 (RFC 3056): an IPv4 address has 65,536 networks.
    case (0x2002_0000_0000_0000...0x2002_ffff_ffff_ffff, _): UInt32(truncatingIfNeeded: high >> 16)
    // Teredo (RFC 4380): the first 64 bits are those of the Teredo server, and the bits of the client are inverted.
    case (0x2001_0000_0000_0000...0x2001_0000_ffff_ffff, _): ~UInt32(truncatingIfNeeded: low)
    default: nil
    }
  }

  private static func ipv4(_ text: Substring) -> UInt32? {
    let parts = text.splitBytes(at: ".")
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard part.utf8.count <= 3, let byte = UInt8(part) else { return nil }
      number = number << 8 | UInt32(byte)
    }
    return number
  }

  private static func ipv6(_ text: String) -> (high: UInt64, low: UInt64)? {
    // Removes the zone of a link-local address.
    let halves = text.bytes(before: "%").halves.map { groups($0) }
    guard halves.count <= 2, let head = halves.first ?? nil, let tail = halves.count == 2 ? halves[1] : [] else {
      return nil
    }
    let missing = 8 - head.count - tail.count
    guard halves.count == 2 ? missing >= 1 : missing == 0 else { return nil }
    let all = head + Array(repeating: 0, count: missing) + tail
    func number(_ groups: ArraySlice<UInt16>) -> UInt64 { groups.reduce(0) { $0 << 16 | UInt64($1) } }
    return (number(all[..<4]), number(all[4...]))
  }

  private static func groups(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    for part in text.splitBytes(at: ":") {
      if let number = ipv4(part) {
        groups += [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
      } else {
        guard part.utf8.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
        groups.append(group)
      }
    }
    return groups
  }
}

extension AddressKey: CustomStringConvertible {
  /// The canonical text: an IPv4 address, or an IPv6 network, as in `2001:db8:0:1::/64`.
  package var description: String {
    func groups(_ number: UInt64) -> String {
      [48, 32, 16, 0].map { String(UInt16(truncatingIfNeeded: number >> $0), radix: 16) }.joined(separator: ":")
    }
    return switch self {
    case .ipv4(let number): [24, 16, 8, 0].map { "\(number >> $0 & 0xff)" }.joined(separator: ".")
    case .ipv6(let prefix): "\(groups(prefix))::/64"
    case .translated(let high, let low): "\(groups(high)):\(groups(low))"
    case .other(let text): text
    }
  }
}

extension Substring {
  /// The parts between the occurrences of `::`.
  fileprivate var halves: [Substring] {
    var halves: [Substring] = []
    var rest = self
    while let colon = rest.utf8.indices.first(where: { rest[$0...].hasBytes(prefix: "::") }) {
      halves.append(rest[..<colon])
      rest = rest[colon...].droppingBytes(2)
    }
    return halves + [rest]
  }
}
