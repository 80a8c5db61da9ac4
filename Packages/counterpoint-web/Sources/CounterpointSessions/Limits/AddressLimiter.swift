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
