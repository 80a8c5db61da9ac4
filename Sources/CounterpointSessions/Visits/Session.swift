import Locks

/// A visitor, and whether they are still there.
final class Session<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let id: SessionID
  let visitor: Visitor<ViewState, ViewAction>
  let streams: EventStreams
  /// When the visitor was heard of last.
  private let lastSeen: Locked<Duration>

  init(
    id: SessionID,
    app: WebApp<ViewState, ViewAction>,
    streamLimit: Int,
    effects: SessionEffects,
    now: @escaping @Sendable () -> Duration
  ) {
    let lastSeen = Locked(now())
    self.id = id
    self.lastSeen = lastSeen
    self.streams = EventStreams(limit: streamLimit) {
      let now = now()
      lastSeen.withLock { $0 = now }
    }
    self.visitor = Visitor(app: app, streams: streams, effects: effects, now: now)
  }

  func see(at now: Duration) {
    lastSeen.withLock { $0 = now }
  }

  /// Whether nobody has looked at the page since then.
  func isAbandoned(since then: Duration) -> Bool {
    streams.count == 0 && lastSeen.withLock { $0 <= then }
  }
}
