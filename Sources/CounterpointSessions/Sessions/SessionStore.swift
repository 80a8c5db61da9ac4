import CounterpointSupport
import DependencyInjection

/// The in-memory store of a site's sessions.
///
/// Lock order: the store's lock, then the lock of a session or of its streams. No code of the program runs under
/// these locks.
final class SessionStore<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  typealias Session = CounterpointSessions.Session<ViewState, ViewAction>

  private struct Contents: Sendable {
    var sessions: [SessionID: Session] = [:]
    /// The sessions without actions and without a stream.
    var idle = LRUList<SessionID>()
    /// The sessions without actions, but with a stream.
    var reading = LRUList<SessionID>()
    var addresses: AddressLimiter
    var revoked: RevokedTickets

    mutating func use(_ session: Session, at now: Duration) {
      let (id, hasActed) = session.status.withLock { status in
        status.lastSeen = now
        return (status.ticket.id, status.hasActed)
      }
      guard !hasActed else { return }
      if session.streams.count == 0 {
        reading.remove(id)
        idle.use(id)
      } else {
        idle.remove(id)
        reading.use(id)
      }
    }

    mutating func remove(_ id: SessionID) -> Session? {
      guard let session = sessions.removeValue(forKey: id) else { return nil }
      idle.remove(id)
      reading.remove(id)
      if let address = session.address { addresses.end(address) }
      return session
    }
  }

  let limits: WebLimits
  private let contents: Locked<Contents>
  private let app: WebApp<ViewState, ViewAction>
  private let dependencies: DependencyValues.Continuation
  private let activity: SiteActivity
  let clock: @Sendable () -> Duration

  /// - Parameters:
  ///   - app: The program.
  ///   - limits: The limits.
  ///   - dependencies: The dependencies of the stores.
  ///   - activity: Reports the sessions, and counts their effects.
  ///   - now: Returns the time since 1970.
  init(
    app: WebApp<ViewState, ViewAction>,
    limits: WebLimits,
    dependencies: DependencyValues.Continuation,
    activity: SiteActivity,
    now: @escaping @Sendable () -> Duration
  ) {
    self.app = app
    self.dependencies = dependencies
    self.limits = limits
    self.activity = activity
    self.clock = now
    let addresses = AddressLimiter(limits: limits)
    let revoked = RevokedTickets(limit: max(limits.sessions, 1024))
    self.contents = Locked(Contents(addresses: addresses, revoked: revoked))
  }

  var now: Duration { clock() }
  var count: Int { contents.withLock { $0.sessions.count } }
  var addressCount: Int { contents.withLock { $0.addresses.count } }

  // MARK: Finding and beginning

  /// Counts a request of an address.
  func admit(_ address: AddressKey?) throws(Refusal) {
    guard let address else { return }
    let now = now
    try withContents { contents throws(Refusal) in try contents.addresses.request(address, at: now) }
  }

  /// Returns the session of the first ticket that has one, and marks it as used.
  func session(_ tickets: [SessionTicket]) -> Session? {
    let now = now
    return contents.withLock { contents in
      for ticket in tickets where ticket.age(at: now) < limits.sessionAge {
        guard let session = contents.sessions[ticket.id] else { continue }
        contents.use(session, at: now)
        return session
      }
      return nil
    }
  }

  /// Returns whether a session exists, without marking it as used.
  func contains(_ id: SessionID?) -> Bool {
    contents.withLock { contents in id.map { contents.sessions[$0] != nil } ?? false }
  }

  /// Returns the first ticket that can start a session and is young enough.
  func usable(_ tickets: [SessionTicket], youngerThan age: Duration) -> SessionTicket? {
    let now = now
    let age = min(age, limits.sessionAge)
    return contents.withLock { contents in
      tickets.first { $0.age(at: now) < age && !contents.revoked.contains($0) }
    }
  }

  /// Returns the session of a ticket, or starts a new one. This is the only function that starts sessions.
  ///
  /// - Throws: The limit that prevents a new session.
  func begin(_ ticket: SessionTicket, from address: AddressKey?) throws(Refusal) -> Session {
    let now = now
    let new = Session(
      ticket,
      address: address,
      app: app,
      dependencies: dependencies,
      sessions: self,
      effects: SessionEffects(activity),
      now: now
    )
    let (session, evicted) = try withContents { contents throws(Refusal) -> (Session, Session?) in
      if let session = contents.sessions[ticket.id] {
        contents.use(session, at: now)
        return (session, nil)
      }
      // The ticket was revoked after the caller had checked it.
      guard !contents.revoked.contains(ticket) else { throw .unknownSession }
      if let address { try contents.addresses.begin(address, at: now) }
      var evicted: Session?
      if contents.sessions.count >= limits.sessions {
        guard let id = contents.idle.first ?? contents.reading.first else {
          if let address { contents.addresses.undoBegin(address, at: now) }
          throw .atCapacity
        }
        evicted = contents.remove(id)
      }
      contents.sessions[ticket.id] = new
      contents.use(new, at: now)
      return (new, evicted)
    }
    if session === new { activity.monitor?.sessionBegan() }
    if let evicted { didEnd([evicted], because: .evicted) }
    return session
  }

  // MARK: Using

  /// Counts actions against the rate limit of a session.
  func take(_ actions: Int, of session: Session) throws(Refusal) {
    let now = now
    let wait = session.status.withLock { $0.actions.take(limits.actionsPerSession, count: actions, at: now) }
    if let wait { throw .tooManyActions(seconds: wait) }
  }

  /// Marks that a session has acted, so it can't be evicted.
  func didAct(_ session: Session) {
    contents.withLock { contents in
      session.status.withLock { $0.hasActed = true }
      contents.idle.remove(session.id)
      contents.reading.remove(session.id)
    }
  }

  /// Marks that a session has opened a stream.
  ///
  /// - Returns: Whether the session still belongs to one of the tickets. If it has ended or its identifier was
  ///   renewed, the caller must end the stream.
  func didOpenStream(_ session: Session, _ tickets: [SessionTicket]) -> Bool {
    let now = now
    return contents.withLock { contents in
      guard tickets.contains(where: { contents.sessions[$0.id] === session }) else { return false }
      contents.use(session, at: now)
      return true
    }
  }

  func didCloseStream(of status: Locked<Session.Status>) {
    let now = now
    let session = contents.withLock { contents in
      let session = contents.sessions[status.withLock { $0.ticket.id }]
      if let session { contents.use(session, at: now) }
      return session
    }
    // Released after the lock.
    withExtendedLifetime(session) {}
  }

  /// Renews the identifier of a session if the program has requested it.
  ///
  /// - Returns: The new ticket; `nil` if the session keeps its identifier.
  func renewIfRequested(_ session: Session) -> SessionTicket? {
    let now = now
    let ticket: SessionTicket? = contents.withLock { contents in
      let old = session.status.withLock { $0.isRenewalRequested ? $0.ticket : nil }
      guard let old, contents.sessions[old.id] === session else { return nil }
      let new = SessionTicket(at: now)
      contents.idle.remove(old.id)
      contents.reading.remove(old.id)
      contents.sessions[old.id] = nil
      contents.revoked.insert(old, at: now, age: limits.sessionAge)
      session.status.withLock { status in
        status.ticket = new
        status.isRenewalRequested = false
      }
      contents.sessions[new.id] = session
      contents.use(session, at: now)
      return new
    }
    // A stream under the old identifier must not show later changes.
    if ticket != nil { session.streams.finish() }
    return ticket
  }

  // MARK: Ending

  /// Ends sessions. Unknown identifiers are ignored.
  func end(_ ids: [SessionID], because reason: SessionEnd) {
    let now = now
    let ended = contents.withLock { contents in
      ids.compactMap { id -> Session? in
        guard let session = contents.remove(id) else { return nil }
        if reason == .endedByProgram {
          contents.revoked.insert(session.status.withLock { $0.ticket }, at: now, age: limits.sessionAge)
        }
        return session
      }
    }
    didEnd(ended, because: reason)
  }

  /// Ends the sessions of an account.
  ///
  /// - Returns: The number of ended sessions.
  @discardableResult
  func endSessions(of account: String) -> Int {
    let all = contents.withLock { Array($0.sessions.values) }
    let ids = all.compactMap { session in session.status.withLock { $0.account == account ? $0.ticket.id : nil } }
    end(ids, because: .endedByProgram)
    return ids.count
  }

  /// Ends the sessions that are abandoned or too old. The release of a session's actor releases its store and cancels
  /// its effects.
  func expire() {
    let now = now
    let then = now - limits.timeToLive
    let all = contents.withLock { Array($0.sessions.values) }
    let old = all.filter { $0.status.withLock { $0.ticket.age(at: now) } >= limits.sessionAge }
    end(old.map(\.id), because: .tooOld)
    let abandoned = all.filter { $0.isAbandoned(since: then) }
    let removed = contents.withLock { contents in
      // Checked again under the lock, because a request may have used the session.
      abandoned.filter { $0.isAbandoned(since: then) }.compactMap { contents.remove($0.id) }
    }
    didEnd(removed, because: .expired)
  }

  /// Wakes all streams, so that they send a heartbeat and closed connections are noticed.
  func wakeAll() {
    let all = contents.withLock { Array($0.sessions.values) }
    for session in all { session.streams.wake() }
  }

  /// Ends all event streams.
  func finishStreams() {
    let all = contents.withLock { Array($0.sessions.values) }
    for session in all { session.streams.finish() }
  }

  /// Ends sessions after their removal, outside of the lock. Every session ends in this function.
  private func didEnd(_ sessions: [Session], because reason: SessionEnd) {
    for session in sessions {
      session.status.withLock { $0.end = reason }
      session.streams.finish()
      activity.monitor?.sessionEnded(reason)
    }
  }

  /// `withLock` with typed errors.
  private func withContents<Result>(
    _ body: (inout Contents) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let result: Swift.Result<Result, Refusal> = contents.withLock { contents in
      do throws(Refusal) {
        return .success(try body(&contents))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

/// A list of keys, ordered from the least to the most recently used. All operations are O(1).
struct LRUList<Key: Hashable & Sendable>: Sendable {
  private struct Links {
    var previous: Key?
    var next: Key?
  }

  private var links: [Key: Links] = [:]
  /// The least recently used key.
  private(set) var first: Key?
  private var last: Key?

  var count: Int { links.count }

  /// Moves a key to the end, and adds it if it is missing.
  mutating func use(_ key: Key) {
    guard last != key else { return }
    remove(key)
    links[key] = Links(previous: last)
    if let last { links[last]?.next = key } else { first = key }
    last = key
  }

  /// Removes a key, if it exists.
  mutating func remove(_ key: Key) {
    guard let removed = links.removeValue(forKey: key) else { return }
    if let previous = removed.previous { links[previous]?.next = removed.next } else { first = removed.next }
    if let next = removed.next { links[next]?.previous = removed.previous } else { last = removed.previous }
  }
}
