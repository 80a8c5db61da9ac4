/// The limits that a site enforces.
///
/// The limits per address apply to the addresses that ``WebRequest/remoteAddress`` names. Addresses of IPv6 that
/// share their first 64 bits count as one, because one customer of a provider has all of them. Loopback addresses are
/// not limited.
public struct WebLimits: Hashable, Sendable {
  /// The maximum number of sessions. When it is reached, a newcomer takes the place of the session without actions
  /// that was used least recently. Sessions without open streams go first. If each session has acted, newcomers are
  /// refused.
  public var sessions: Int
  /// The maximum number of sessions that were begun from one address.
  public var sessionsPerAddress: Int
  /// The rate at which one address can begin sessions.
  public var newSessionsPerAddress: RateLimit
  /// The rate of requests from one address: pages, actions and streams, but not the script and the style sheet.
  public var requestsPerAddress: RateLimit
  /// The rate of actions and changed fields of one session.
  public var actionsPerSession: RateLimit
  /// The maximum number of addresses without sessions that are remembered.
  public var addresses: Int
  /// The maximum number of event streams of one session: a tab has one.
  public var streamsPerSession: Int
  /// The maximum size of the body of a request, in bytes.
  public var bodySize: Int
  /// The time that a session without requests and streams is kept. A served page accepts a first action for as long.
  public var timeToLive: Duration
  /// The maximum age of a session's identifier. The session then ends even if it is in use.
  public var sessionAge: Duration
  /// The interval at which streams are checked and sessions are expired.
  public var heartbeat: Duration
  /// The number of effects of one session that can run at the same time. While they do, its further actions get 429.
  ///
  /// Checked before a request is handled, so the effects of its last request come on top.
  public var effectsPerSession: Int
  /// The number of effects of all sessions that can run at the same time. While they do, further actions get 503.
  public var effects: Int

  /// Sets limits.
  ///
  /// - Parameters:
  ///   - sessions: The maximum number of sessions.
  ///   - sessionsPerAddress: The maximum number of sessions that were begun from one address.
  ///   - newSessionsPerAddress: The rate at which one address can begin sessions.
  ///   - requestsPerAddress: The rate of requests from one address.
  ///   - actionsPerSession: The rate of actions and changed fields of one session.
  ///   - addresses: The maximum number of addresses without sessions that are remembered.
  ///   - streamsPerSession: The maximum number of event streams of one session.
  ///   - bodySize: The maximum size of the body of a request, in bytes.
  ///   - timeToLive: How long a session without requests and streams is kept.
  ///   - sessionAge: How old a session's identifier can become.
  ///   - heartbeat: The interval at which streams are checked and sessions are expired.
  ///   - effectsPerSession: The maximum number of running effects of one session.
  ///   - effects: The maximum number of running effects of all sessions.
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
    effects: Int = 100_000
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
  }
}
