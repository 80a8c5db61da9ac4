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

  /// Sets limits.
  ///
  /// - Parameters:
  ///   - sessions: How many visitors can be there at the same time.
  ///   - streamsPerSession: How many tabs of one visitor can.
  ///   - bodySize: How many bytes a request can bring.
  ///   - timeToLive: How long a visitor is remembered who has left.
  ///   - heartbeat: How often the site looks who has left.
  public init(
    sessions: Int = 10_000,
    streamsPerSession: Int = 8,
    bodySize: Int = 16 << 10,
    timeToLive: Duration = .seconds(300),
    heartbeat: Duration = .seconds(15)
  ) {
    self.sessions = sessions
    self.streamsPerSession = streamsPerSession
    self.bodySize = bodySize
    self.timeToLive = timeToLive
    self.heartbeat = heartbeat
  }
}
