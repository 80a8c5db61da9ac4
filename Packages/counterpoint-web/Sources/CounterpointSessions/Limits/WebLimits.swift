/// The limits that a site enforces.
///
/// The limits per address apply to ``WebRequest/remoteAddress``. IPv6 addresses with the same 64-bit prefix count as
/// one address, because a host can choose the other bits freely. An IPv6 address of a translator or a tunnel (NAT64,
/// 6to4, Teredo) counts as the IPv4 address in it. Loopback addresses have no limits.
public struct WebLimits: Hashable, Sendable {
  /// The maximum number of sessions. At the limit, a new session evicts the least recently used session that has
  /// never sent an action. Sessions without open streams are evicted first. If every session has sent an action, new
  /// sessions are refused.
  public var sessions: Int
  /// The maximum number of sessions that were started from one address.
  public var sessionsPerAddress: Int
  /// The rate at which one address can start sessions.
  public var newSessionsPerAddress: RateLimit
  /// The rate of requests from one address: pages, actions and streams, but not the script and the style sheet.
  public var requestsPerAddress: RateLimit
  /// The rate of inputs of one session: actions, edited fields, visited addresses, events of hooks and scrolled lists.
  ///
  /// A request costs as much as it has inputs. Of several texts of a field between two actions, only the last is
  /// written. A request of the script with more inputs than the burst is refused.
  public var actionsPerSession: RateLimit
  /// The rate of inputs of all sessions from one address.
  public var actionsPerAddress: RateLimit
  /// The rate of the bytes in the bodies of a session's requests, without files. ``UploadLimits/ratePerSession`` is the
  /// rate of those.
  ///
  /// A text that a later one of the same request replaces counts, too.
  public var bytesPerSession: RateLimit
  /// The rate of the bytes in the bodies of requests from one address, without files.
  public var bytesPerAddress: RateLimit
  /// The rate of the processor time that the reducers, the pages and the effects of one session use, in milliseconds.
  ///
  /// The time is measured on the threads of sessions and counted afterward. While it is used up, the actions and the
  /// page loads of the session get status 429, also those that have waited for their turn since. The debt of a long
  /// computation is at most ten further bursts. Updates of the page because of changes by other visitors don't count,
  /// and neither does the part of an effect that runs outside of the store's actor.
  public var processorTimePerSession: RateLimit
  /// The rate of the processor time that all sessions and page loads from one address use, in milliseconds.
  ///
  /// While it is used up, all requests from the address get status 429.
  public var processorTimePerAddress: RateLimit
  /// The maximum number of addresses without sessions that are stored.
  public var addresses: Int
  /// The maximum number of event streams of one session. A tab has one.
  public var streamsPerSession: Int
  /// The maximum size of the body of a request without files, in bytes, and of the names and texts in a form with
  /// files. ``UploadLimits/requestSize`` is the maximum size of such a form.
  public var bodySize: Int
  /// The time after which a session without requests and streams expires. A served page can start a session for as
  /// long. If a site stores visitors whose pages have addresses, it can do so up to the ``sessionAge``.
  public var timeToLive: Duration
  /// The maximum age of a session's identifier. At that age the session ends, even if it is in use.
  public var sessionAge: Duration
  /// The interval at which streams send a heartbeat and sessions expire.
  public var heartbeat: Duration
  /// The maximum number of running effects of one session. At the limit, the session's actions get status 429.
  ///
  /// The limit is checked before a request is handled, so the effects of the last request can exceed it.
  public var effectsPerSession: Int
  /// The maximum number of running effects of all sessions. At the limit, actions get status 503.
  public var effects: Int
  /// The limits of the files that visitors send.
  public var uploads: UploadLimits

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - sessions: The maximum number of sessions.
  ///   - sessionsPerAddress: The maximum number of sessions that were started from one address.
  ///   - newSessionsPerAddress: The rate at which one address can start sessions.
  ///   - requestsPerAddress: The rate of requests from one address.
  ///   - actionsPerSession: The rate of actions, edited fields and other inputs of one session.
  ///   - actionsPerAddress: The rate of inputs of all sessions from one address.
  ///   - bytesPerSession: The rate of the bytes in the bodies of a session's requests, without files.
  ///   - bytesPerAddress: The rate of the bytes in the bodies of requests from one address, without files.
  ///   - processorTimePerSession: The rate of the processor time of one session, in milliseconds.
  ///   - processorTimePerAddress: The rate of the processor time of one address, in milliseconds.
  ///   - addresses: The maximum number of addresses without sessions that are stored.
  ///   - streamsPerSession: The maximum number of event streams of one session.
  ///   - bodySize: The maximum size of a request body without files, in bytes.
  ///   - timeToLive: The time after which a session without requests and streams expires.
  ///   - sessionAge: The maximum age of a session's identifier.
  ///   - heartbeat: The interval at which streams send a heartbeat and sessions expire.
  ///   - effectsPerSession: The maximum number of running effects of one session.
  ///   - effects: The maximum number of running effects of all sessions.
  ///   - uploads: The limits of the files that visitors send.
  public init(
    sessions: Int = 10_000,
    sessionsPerAddress: Int = 1_000,
    newSessionsPerAddress: RateLimit = RateLimit(burst: 200, perSecond: 10),
    requestsPerAddress: RateLimit = RateLimit(burst: 1_000, perSecond: 200),
    actionsPerSession: RateLimit = RateLimit(burst: 500, perSecond: 50),
    actionsPerAddress: RateLimit = RateLimit(burst: 5_000, perSecond: 500),
    bytesPerSession: RateLimit = RateLimit(burst: 1_000_000, perSecond: 64_000),
    bytesPerAddress: RateLimit = RateLimit(burst: 16_000_000, perSecond: 1_000_000),
    processorTimePerSession: RateLimit = RateLimit(burst: 5_000, perSecond: 250),
    processorTimePerAddress: RateLimit = RateLimit(burst: 20_000, perSecond: 1_000),
    addresses: Int = 16_384,
    streamsPerSession: Int = 8,
    bodySize: Int = 16 << 10,
    timeToLive: Duration = .seconds(300),
    sessionAge: Duration = .seconds(86_400),
    heartbeat: Duration = .seconds(15),
    effectsPerSession: Int = 100,
    effects: Int = 100_000,
    uploads: UploadLimits = UploadLimits()
  ) {
    self.sessions = sessions
    self.sessionsPerAddress = sessionsPerAddress
    self.newSessionsPerAddress = newSessionsPerAddress
    self.requestsPerAddress = requestsPerAddress
    self.actionsPerSession = actionsPerSession
    self.actionsPerAddress = actionsPerAddress
    self.bytesPerSession = bytesPerSession
    self.bytesPerAddress = bytesPerAddress
    self.processorTimePerSession = processorTimePerSession
    self.processorTimePerAddress = processorTimePerAddress
    self.addresses = addresses
    self.streamsPerSession = streamsPerSession
    self.bodySize = bodySize
    self.timeToLive = timeToLive
    self.sessionAge = sessionAge
    self.heartbeat = heartbeat
    self.effectsPerSession = effectsPerSession
    self.effects = effects
    self.uploads = uploads
  }
}

extension WebLimits {
  /// The number of inputs that the script sends in a request.
  var inputsPerRequest: Int { min(100, actionsPerSession.burst) }
}

/// A rate limit in the form of a token bucket: a burst, then a constant rate.
public struct RateLimit: Hashable, Sendable {
  /// The maximum number of events at once after a pause.
  public var burst: Int
  /// The number of events per second after the burst.
  public var perSecond: Double

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - burst: The maximum number of events at once after a pause; at least 1.
  ///   - perSecond: The number of events per second after the burst; more than 0.
  public init(burst: Int, perSecond: Double) {
    precondition(
      burst >= 1 && perSecond > 0,
      "A limit of \(burst) at once and \(perSecond) a second lets nothing through."
    )
    self.burst = burst
    self.perSecond = perSecond
  }
}

/// A token bucket for a ``RateLimit``.
struct TokenBucket: Sendable {
  private var missing = 0.0
  private var updated = Duration.zero

  /// Takes tokens. A request for more tokens than the burst is accepted when the bucket is full.
  ///
  /// - Returns: `nil` if the tokens were taken; otherwise the seconds until they are available.
  mutating func take(_ limit: RateLimit, count: Int = 1, at now: Duration) -> Int? {
    if let wait = wait(for: count, limit, at: now) { return wait }
    take(Double(count))
    return nil
  }

  /// Returns the seconds until tokens are available; `nil` if they are available now. Takes none.
  mutating func wait(for count: Int, _ limit: RateLimit, at now: Duration) -> Int? {
    refill(limit, at: now)
    let needed = Double(min(count, limit.burst))
    let available = Double(limit.burst) - missing
    guard available < needed else { return nil }
    return Int(((needed - available) / limit.perSecond).rounded(.up).clamped(to: 1...86_400))
  }

  /// Takes tokens that ``wait(for:_:at:)`` has found.
  mutating func take(_ count: Double) {
    missing += count
  }

  /// Takes tokens for an event that has happened already, whether they are available or not.
  ///
  /// - Parameter debt: The maximum number of tokens that are owed afterward.
  mutating func take(_ count: Double, _ limit: RateLimit, debt: Int, at now: Duration) {
    refill(limit, at: now)
    missing = min(missing + count, Double(limit.burst + debt))
  }

  /// Returns a token that was taken for an event that was refused for another reason.
  mutating func refund() {
    missing = max(0, missing - 1)
  }

  /// Returns whether the bucket is full. A full bucket doesn't need to be stored.
  mutating func isFull(_ limit: RateLimit, at now: Duration) -> Bool {
    refill(limit, at: now)
    return missing == 0
  }

  private mutating func refill(_ limit: RateLimit, at now: Duration) {
    missing = max(0, missing - (now - updated) / .seconds(1) * limit.perSecond)
    updated = now
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
