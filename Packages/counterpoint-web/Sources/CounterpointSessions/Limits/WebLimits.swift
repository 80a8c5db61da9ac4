/// The limits that a site enforces.
///
/// The limits per address apply to ``WebRequest/remoteAddress``. IPv6 addresses with the same 64-bit prefix count as
/// one address, because a provider's customer usually has all of them. Loopback addresses have no limits.
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
  /// The maximum number of addresses without sessions that are stored.
  public var addresses: Int
  /// The maximum number of event streams of one session. A tab has one.
  public var streamsPerSession: Int
  /// The maximum size of the body of a request, in bytes.
  public var bodySize: Int
  /// The time after which a session without requests and streams expires. A served page can start a session for as
  /// long.
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
  ///   - addresses: The maximum number of addresses without sessions that are stored.
  ///   - streamsPerSession: The maximum number of event streams of one session.
  ///   - bodySize: The maximum size of a request body, in bytes.
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
    refill(limit, at: now)
    let needed = Double(min(count, limit.burst))
    let available = Double(limit.burst) - missing
    guard available < needed else {
      missing += Double(count)
      return nil
    }
    return Int(((needed - available) / limit.perSecond).rounded(.up).clamped(to: 1...86_400))
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
