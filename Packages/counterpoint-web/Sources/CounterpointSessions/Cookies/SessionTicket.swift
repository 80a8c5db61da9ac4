import CounterpointHTML

/// The signed content of a session cookie: an identifier and its time of issue.
///
/// Because of the signature, a site can issue identifiers without storing them, and rejects identifiers that it did
/// not issue.
struct SessionTicket: Hashable, Sendable {
  /// The identifier of the session.
  let id: SessionID
  /// The identifier in the cookie. A page with a store of its own has another ``id``.
  let browser: SessionID
  /// The name of that page; `nil` for the store that all pages of the browser share.
  let page: String?
  /// The time of issue, in milliseconds since 1970.
  let issued: Int64

  /// Creates a ticket with a new identifier.
  ///
  /// - Parameter now: The time since 1970.
  init(at now: Duration) {
    id = SessionID()
    browser = id
    page = nil
    issued = now.milliseconds
  }

  private init(id: SessionID, browser: SessionID, page: String, issued: Int64) {
    self.id = id
    self.browser = browser
    self.page = page
    self.issued = issued
  }

  /// Returns the ticket of a page with a store of its own, in the browser with this ticket.
  ///
  /// - Parameter name: The name of the page, which the browser chooses.
  func forPage(_ name: String) -> Self {
    // The secret identifier is the key, so that no other browser can compute the result.
    let digest = SipHash(name.utf8, key: SessionKey(first: browser.high, second: browser.low))
    return Self(id: SessionID(digest), browser: browser, page: name, issued: issued)
  }

  /// Returns this ticket for a page; itself for `nil`.
  func forPage(_ name: String?) -> Self {
    name.map(forPage) ?? self
  }

  /// Parses the value of a cookie; `nil` if its signature is invalid.
  init?(_ value: String, key: SessionKey) {
    let parts = value.splitBytes(at: ".")
    guard parts.count == 3, let id = SessionID(parts[0]), let time = UInt64(hexadecimal: parts[1].utf8),
      let issued = Int64(exactly: time), let signature = SipHash(parts[2])
    else { return nil }
    self.id = id
    browser = id
    page = nil
    self.issued = issued
    guard signature == self.signature(key) else { return nil }
  }

  /// Returns the value of the cookie, which is that of the browser.
  func value(key: SessionKey) -> String {
    "\(browser).\(UInt64(issued).hexadecimal).\(signature(key))"
  }

  /// Returns the age of the ticket; zero if it was issued by a process whose clock is ahead.
  func age(at now: Duration) -> Duration {
    max(.zero, now - .milliseconds(issued))
  }

  private func signature(_ key: SessionKey) -> SipHash {
    // The first byte distinguishes signatures from digests of pages, which use the same key.
    SipHash([1] + browser.high.bytes + browser.low.bytes + UInt64(issued).bytes, key: key)
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    max(0, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}

/// An identifier of a session: 128 random bits.
struct SessionID: Comparable, Hashable, Sendable, CustomStringConvertible {
  let high: UInt64
  let low: UInt64

  static func < (left: Self, right: Self) -> Bool { (left.high, left.low) < (right.high, right.low) }

  /// Creates a random identifier.
  ///
  /// - Parameter generator: The random generator. It must be cryptographically secure, as the system's is.
  init(using generator: inout some RandomNumberGenerator) {
    high = generator.next()
    low = generator.next()
  }

  /// Creates an identifier from a digest.
  init(_ digest: SipHash) {
    (high, low) = (digest.high, digest.low)
  }

  init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Parses 32 lowercase hexadecimal digits; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let high = UInt64(hexadecimal: text.utf8.prefix(16)),
      let low = UInt64(hexadecimal: text.utf8.dropFirst(16))
    else { return nil }
    self.high = high
    self.low = low
  }

  /// The 32 lowercase hexadecimal digits.
  var description: String { high.hexadecimal + low.hexadecimal }
}

/// The revoked tickets: the program has ended their session or replaced its identifier. They can't start another
/// session.
///
/// Tickets of pages are revoked with that of their browser.
///
/// A ticket is stored until it has expired. When there are too many tickets, a timestamp replaces the older half: all
/// tickets that were issued before it count as revoked, too. Users with such a ticket get a new one with the next
/// page.
struct RevokedTickets: Sendable {
  private struct Ticket: Hashable {
    let browser: SessionID
    let issued: Int64
  }

  private var tickets: Set<Ticket> = []
  private var horizon = Int64.min
  private let limit: Int

  init(limit: Int) {
    self.limit = max(limit, 2)
  }

  var count: Int { tickets.count }

  func contains(_ ticket: SessionTicket) -> Bool {
    ticket.issued <= horizon || tickets.contains(Ticket(browser: ticket.browser, issued: ticket.issued))
  }

  mutating func insert(_ ticket: SessionTicket, at now: Duration, age: Duration) {
    tickets.insert(Ticket(browser: ticket.browser, issued: ticket.issued))
    guard tickets.count > limit else { return }
    let oldest = (now - age).milliseconds
    tickets = tickets.filter { $0.issued > oldest }
    guard tickets.count > limit / 2 else { return }
    let sorted = tickets.sorted { $0.issued < $1.issued }
    let removed = sorted.prefix(tickets.count - limit / 2)
    horizon = removed.last?.issued ?? horizon
    tickets.subtract(removed)
  }
}
