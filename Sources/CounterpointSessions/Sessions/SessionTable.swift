import DependencyInjection
import CounterpointSupport

/// All sessions of a site.
///
/// Locks are taken in one order: the table's, then a session's or its streams'. No code of the program runs under any
/// of them.
final class SessionTable<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  typealias Session = CounterpointSessions.Session<ViewState, ViewAction>

  private struct Contents: Sendable {
    var sessions: [SessionID: Session] = [:]
    /// The sessions that have never acted and have no stream.
    var idle = RecencyList<SessionID>()
    /// The sessions that have never acted and have a stream.
    var reading = RecencyList<SessionID>()
    var addresses: AddressTable
    var ended: EndedSessions

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
    let addresses = AddressTable(limits: limits)
    let ended = EndedSessions(limit: max(limits.sessions, 1024))
    self.contents = Locked(Contents(addresses: addresses, ended: ended))
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

  /// Returns the session of the first ticket that has one, and notes its use.
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

  /// Returns whether there is a session of an identifier, without using it.
  func contains(_ id: SessionID?) -> Bool {
    contents.withLock { contents in id.map { contents.sessions[$0] != nil } ?? false }
  }

  /// Returns the first ticket that can begin a session, if it is young enough.
  func usable(_ tickets: [SessionTicket], youngerThan age: Duration) -> SessionTicket? {
    let now = now
    let age = min(age, limits.sessionAge)
    return contents.withLock { contents in
      tickets.first { $0.age(at: now) < age && !contents.ended.contains($0) }
    }
  }

  /// Returns the session of a ticket, and begins it if there is none. Every session begins here.
  ///
  /// - Throws: The limit that is in the way.
  func begin(_ ticket: SessionTicket, from address: AddressKey?) throws(Refusal) -> Session {
    let now = now
    let new = Session(
      ticket,
      address: address,
      app: app,
      dependencies: dependencies,
      table: self,
      effects: SessionEffects(activity),
      now: now
    )
    let (session, evicted) = try withContents { contents throws(Refusal) -> (Session, Session?) in
      if let session = contents.sessions[ticket.id] {
        contents.use(session, at: now)
        return (session, nil)
      }
      // Ended since the ticket was looked at.
      guard !contents.ended.contains(ticket) else { throw .unknownSession }
      if let address { try contents.addresses.begin(address, at: now) }
      var evicted: Session?
      if contents.sessions.count >= limits.sessions {
        guard let id = contents.idle.first ?? contents.reading.first else {
          if let address { contents.addresses.giveBack(address, at: now) }
          throw .fullHouse
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

  /// Counts actions of a session.
  func take(_ actions: Int, of session: Session) throws(Refusal) {
    let now = now
    let wait = session.status.withLock { $0.actions.take(limits.actionsPerSession, count: actions, at: now) }
    if let wait { throw .tooManyActions(seconds: wait) }
  }

  /// Notes that a session has acted: no newcomer takes its place.
  func didAct(_ session: Session) {
    contents.withLock { contents in
      session.status.withLock { $0.hasActed = true }
      contents.idle.remove(session.id)
      contents.reading.remove(session.id)
    }
  }

  /// Notes that a session has opened a stream.
  ///
  /// - Returns: Whether the session still belongs to one of the tickets: if it was ended or renewed meanwhile, the
  ///   stream must end, too.
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

  /// Gives a session another identifier if the program has asked for it.
  ///
  /// - Returns: The new ticket; `nil` if the session keeps its identifier.
  func renewIfWanted(_ session: Session) -> SessionTicket? {
    let now = now
    let ticket: SessionTicket? = contents.withLock { contents in
      let old = session.status.withLock { $0.wantsNewID ? $0.ticket : nil }
      guard let old, contents.sessions[old.id] === session else { return nil }
      let new = SessionTicket(at: now)
      contents.idle.remove(old.id)
      contents.reading.remove(old.id)
      contents.sessions[old.id] = nil
      contents.ended.insert(old, at: now, age: limits.sessionAge)
      session.status.withLock { status in
        status.ticket = new
        status.wantsNewID = false
      }
      contents.sessions[new.id] = session
      contents.use(session, at: now)
      return new
    }
    // A stream that was opened under the old identifier must not show what comes after.
    if ticket != nil { session.streams.finish() }
    return ticket
  }

  // MARK: Ending

  /// Ends sessions; unknown identifiers are ignored.
  func end(_ ids: [SessionID], because reason: SessionEnd) {
    let now = now
    let ended = contents.withLock { contents in
      ids.compactMap { id -> Session? in
        guard let session = contents.remove(id) else { return nil }
        if reason == .endedByProgram {
          contents.ended.insert(session.status.withLock { $0.ticket }, at: now, age: limits.sessionAge)
        }
        return session
      }
    }
    didEnd(ended, because: reason)
  }

  /// Ends the sessions of an account.
  ///
  /// - Returns: How many there were.
  @discardableResult
  func endSessions(of account: String) -> Int {
    let all = contents.withLock { Array($0.sessions.values) }
    let ids = all.compactMap { session in session.status.withLock { $0.account == account ? $0.ticket.id : nil } }
    end(ids, because: .endedByProgram)
    return ids.count
  }

  /// Ends the sessions that are abandoned or too old: with the last reference to a visitor goes the store with its
  /// effects.
  func expire() {
    let now = now
    let then = now - limits.timeToLive
    let all = contents.withLock { Array($0.sessions.values) }
    let old = all.filter { $0.status.withLock { $0.ticket.age(at: now) } >= limits.sessionAge }
    end(old.map(\.id), because: .tooOld)
    let abandoned = all.filter { $0.isAbandoned(since: then) }
    let removed = contents.withLock { contents in
      // Checked again: a request may have come meanwhile.
      abandoned.filter { $0.isAbandoned(since: then) }.compactMap { contents.remove($0.id) }
    }
    didEnd(removed, because: .expired)
  }

  /// Writes to all streams, so that closed connections are noticed.
  func wakeAll() {
    let all = contents.withLock { Array($0.sessions.values) }
    for session in all { session.streams.wake() }
  }

  /// Ends all event streams.
  func finishStreams() {
    let all = contents.withLock { Array($0.sessions.values) }
    for session in all { session.streams.finish() }
  }

  /// Finishes sessions that were removed. Every session's end goes through this function, after the lock.
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
