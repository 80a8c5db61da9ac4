import Locks

/// All visitors of a site.
final class SessionTable<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  private typealias Sessions = [SessionID: Session<ViewState, ViewAction>]

  private let sessions = Locked(Sessions())
  private let app: WebApp<ViewState, ViewAction>
  private let limits: WebLimits
  private let activity: SiteActivity
  private let now: @Sendable () -> Duration

  init(
    app: WebApp<ViewState, ViewAction>,
    limits: WebLimits,
    activity: SiteActivity,
    now: @escaping @Sendable () -> Duration
  ) {
    self.app = app
    self.limits = limits
    self.activity = activity
    self.now = now
  }

  var count: Int { sessions.withLock { $0.count } }

  /// The session that a visitor says they have.
  func session(_ id: SessionID) -> Session<ViewState, ViewAction>? {
    let session = sessions.withLock { $0[id] }
    session?.see(at: now())
    return session
  }

  /// Lets a visitor in; `nil` if the house is full.
  func open() -> Session<ViewState, ViewAction>? {
    // Made before it is known whether there is room: code of the program must not run under the lock.
    let session = Session(
      id: SessionID(),
      app: app,
      streamLimit: limits.streamsPerSession,
      effects: SessionEffects(activity),
      now: now
    )
    let hasRoom = sessions.withLock { sessions in
      guard sessions.count < limits.sessions else { return false }
      sessions[session.id] = session
      return true
    }
    guard hasRoom else { return nil }
    activity.monitor?.sessionBegan()
    return session
  }

  /// Forgets who has gone: with the last reference to a visitor goes their store, and with it their effects.
  ///
  /// - Returns: How many have been forgotten.
  @discardableResult
  func forgetAbandoned() -> Int {
    let then = now() - limits.timeToLive
    let all = sessions.withLock { Array($0.values) }
    let abandoned = all.filter { $0.isAbandoned(since: then) }
    let count = sessions.withLock { sessions in
      // Looked at once more: somebody may have come back meanwhile.
      let gone = abandoned.filter { $0.isAbandoned(since: then) }
      for session in gone { sessions[session.id] = nil }
      return gone.count
    }
    if let monitor = activity.monitor { for _ in 0..<count { monitor.sessionEnded(.expired) } }
    return count
  }

  /// Writes to all who look at the page, so that those who have gone without a word are noticed.
  func wakeAll() {
    let all = sessions.withLock { Array($0.values) }
    for session in all { session.streams.wake() }
  }

  /// Ends all event streams.
  func finishStreams() {
    let all = sessions.withLock { Array($0.values) }
    for session in all { session.streams.finish() }
  }
}
