/// What a site bears.
public struct WebLimits: Hashable, Sendable {
  /// How many visitors can be there at the same time.
  public var sessions: Int
  /// How many tabs of one visitor can.
  public var streamsPerSession: Int
  /// How many bytes a request can bring.
  public var bodySize: Int
  /// How long a visitor is remembered who has left.
  public var timeToLive: Duration
  /// How often the site looks who has left.
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
  ///   - sessions: How many visitors can be there at the same time.
  ///   - streamsPerSession: How many tabs of one visitor can.
  ///   - bodySize: How many bytes a request can bring.
  ///   - timeToLive: How long a visitor is remembered who has left.
  ///   - heartbeat: How often the site looks who has left.
  ///   - effectsPerSession: The number of effects of one session that can run at the same time.
  ///   - effects: The number of effects of all sessions that can run at the same time.
  public init(
    sessions: Int = 10_000,
    streamsPerSession: Int = 8,
    bodySize: Int = 16 << 10,
    timeToLive: Duration = .seconds(300),
    heartbeat: Duration = .seconds(15),
    effectsPerSession: Int = 100,
    effects: Int = 100_000
  ) {
    self.sessions = sessions
    self.streamsPerSession = streamsPerSession
    self.bodySize = bodySize
    self.timeToLive = timeToLive
    self.heartbeat = heartbeat
    self.effectsPerSession = effectsPerSession
    self.effects = effects
  }
}
