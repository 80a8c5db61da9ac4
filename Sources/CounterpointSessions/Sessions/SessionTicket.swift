/// The content of a visitor's cookie: an identifier and the time of issue, with a signature.
///
/// The signature lets a site issue identifiers without remembering them: a cookie that the site did not issue is no
/// ticket.
struct SessionTicket: Hashable, Sendable {
  let id: SessionID
  /// The time of issue, in milliseconds since 1970.
  let issued: Int64

  /// Makes a ticket with a new identifier.
  ///
  /// - Parameter now: The time since 1970.
  init(at now: Duration) {
    id = SessionID()
    issued = now.milliseconds
  }

  /// Reads the value of a cookie; `nil` if the key has not signed it.
  init?(_ value: String, key: SessionKey) {
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let id = SessionID(parts[0]), let time = UInt64(hexadecimal: parts[1].utf8),
      let issued = Int64(exactly: time), let signature = SipHash(parts[2])
    else { return nil }
    self.id = id
    self.issued = issued
    guard signature == self.signature(key) else { return nil }
  }

  /// Returns the value of a cookie.
  func value(key: SessionKey) -> String {
    "\(id).\(UInt64(issued).hexadecimal).\(signature(key))"
  }

  /// Returns how long ago the ticket was issued. Zero for one that comes from a process whose clock is ahead.
  func age(at now: Duration) -> Duration {
    max(.zero, now - .milliseconds(issued))
  }

  private func signature(_ key: SessionKey) -> SipHash {
    // The first byte keeps signatures apart from digests of pages, which the same key makes.
    SipHash([1] + id.high.bytes + id.low.bytes + UInt64(issued).bytes, key: key)
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    max(0, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
