import CounterpointHTML

/// The network of a client, as the unit of the limits per address.
enum AddressKey: Hashable, Sendable {
  case ipv4(UInt32)
  /// The network prefix of 64 bits, because a provider's customer usually has all addresses with one prefix.
  case ipv6(UInt64)
  case other(String)

  /// Parses an address; `nil` for a loopback address, which has no limits.
  init?(_ text: String) {
    if let number = Self.ipv4(text[...]) {
      guard number >> 24 != 127 else { return nil }
      self = .ipv4(number)
    } else if let (high, low) = Self.ipv6(text) {
      if high == 0, low >> 32 == 0xffff {
        // An IPv4-mapped IPv6 address.
        guard UInt32(truncatingIfNeeded: low) >> 24 != 127 else { return nil }
        self = .ipv4(UInt32(truncatingIfNeeded: low))
      } else {
        guard (high, low) != (0, 1) else { return nil }
        self = .ipv6(high)
      }
    } else {
      self = .other(text.prefix(bytes: 64))
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

/// A rate limiter by client address, which also counts the sessions of each address and what their requests cost.
///
/// The memory is bounded. At the limit, addresses without sessions are evicted: first those with full buckets, then
/// the least recently used half. So a request costs amortized O(log n) in the limit.
struct AddressLimiter: Sendable {
  private struct Entry {
    var sessions = 0
    var requests = TokenBucket()
    var newSessions = TokenBucket()
    var costs = CostBuckets()
    var lastUsed = Duration.zero
  }

  private var entries: [AddressKey: Entry] = [:]
  private var addressesWithSessions = 0
  private let limits: WebLimits

  init(limits: WebLimits) {
    self.limits = limits
  }

  var count: Int { entries.count }

  /// Counts a request.
  mutating func request(_ address: AddressKey, at now: Duration) throws(Refusal) {
    let refusal: Refusal? = access(address, at: now) { [limits] entry in
      if let refusal = entry.costs.refusal(limits.costsPerAddress, at: now) { return refusal }
      return entry.requests.take(limits.requestsPerAddress, at: now).map { .tooManyRequests(seconds: $0) }
    }
    if let refusal { throw refusal }
  }

  /// Runs a function with the buckets of an address.
  mutating func withCosts<Result>(
    of address: AddressKey,
    at now: Duration,
    _ body: (inout CostBuckets) -> Result
  ) -> Result {
    access(address, at: now) { body(&$0.costs) }
  }

  /// Counts the start of a session.
  mutating func begin(_ address: AddressKey, at now: Duration) throws(Refusal) {
    let refusal: Refusal? = access(address, at: now) { [limits] entry in
      guard entry.sessions < limits.sessionsPerAddress else { return .tooManySessions(seconds: 60) }
      return entry.newSessions.take(limits.newSessionsPerAddress, at: now).map { .tooManySessions(seconds: $0) }
    }
    if let refusal { throw refusal }
    access(address, at: now) { $0.sessions += 1 }
    if entries[address]?.sessions == 1 { addressesWithSessions += 1 }
  }

  /// Undoes ``begin(_:at:)`` for a session that could not start.
  mutating func undoBegin(_ address: AddressKey, at now: Duration) {
    access(address, at: now) { $0.newSessions.refund() }
    end(address)
  }

  /// Counts the end of a session.
  mutating func end(_ address: AddressKey) {
    guard let sessions = entries[address]?.sessions, sessions > 0 else { return }
    entries[address]?.sessions = sessions - 1
    if sessions == 1 { addressesWithSessions -= 1 }
  }

  private mutating func access<Result>(
    _ address: AddressKey,
    at now: Duration,
    _ body: (inout Entry) -> Result
  ) -> Result {
    if entries[address] == nil, entries.count - addressesWithSessions >= limits.addresses { evict(at: now) }
    entries[address, default: Entry()].lastUsed = now
    return body(&entries[address, default: Entry()])
  }

  private mutating func evict(at now: Duration) {
    let idle = entries.filter { _, entry in
      var entry = entry
      return entry.sessions == 0 && entry.requests.isFull(limits.requestsPerAddress, at: now)
        && entry.newSessions.isFull(limits.newSessionsPerAddress, at: now)
        && entry.costs.areFull(limits.costsPerAddress, at: now)
    }
    for address in idle.keys { entries[address] = nil }
    let rest = entries.filter { $0.value.sessions == 0 }
    guard rest.count > limits.addresses / 2 else { return }
    let oldest = rest.sorted { $0.value.lastUsed < $1.value.lastUsed }.prefix(rest.count - limits.addresses / 2)
    for (address, _) in oldest { entries[address] = nil }
  }
}
