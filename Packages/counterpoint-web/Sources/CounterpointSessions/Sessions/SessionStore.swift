@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation
import IssueReporting

/// The in-memory store of a site's sessions.
///
/// Lock order: the store's lock, then the lock of a session, of its streams or of its files. No code of the program
/// runs under these locks.
final class SessionStore<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  typealias Session = CounterpointSessions.Session<ViewState, ViewAction>

  /// The next step of a request for a visitor.
  private enum Step {
    case session(Session)
    case wait(Task<Void, Never>)
    case arrive(Promise<Session>)
    case drain
  }

  struct Contents: Sendable {
    var sessions: [SessionID: Session] = [:]
    /// The browsers that have sessions.
    private(set) var browsers: [SessionID: Browser] = [:]
    /// The sessions without actions and without a stream.
    var idle = LRUList<SessionID>()
    /// The sessions without actions, but with a stream.
    var reading = LRUList<SessionID>()
    var addresses: AddressLimiter
    var revoked: RevokedTickets
    /// The visitors that arrive from the storage or depart to it now, with the number of the transfer.
    var transfers: [SessionID: (number: Int, task: Task<Void, Never>)] = [:]
    var transferCount = 0
    var acquisitionReports = TokenBucket()
    var savingReports = TokenBucket()
    /// Whether the process ends, so that it accepts no further visitors.
    var isDraining = false

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

    mutating func insert(_ session: Session) {
      session.status.withLock { status in
        let ticket = status.ticket
        sessions[ticket.id] = session
        // A stored visitor brings its account along.
        let account = browsers[ticket.browser]?.account ?? status.account
        status.account = account
        browsers[ticket.browser, default: Browser()].account = account
        browsers[ticket.browser]?.sessions.insert(ticket.id)
      }
    }

    mutating func remove(_ id: SessionID) -> Session? {
      guard let session = sessions.removeValue(forKey: id) else { return nil }
      let browser = session.status.withLock { $0.ticket.browser }
      browsers[browser]?.sessions.remove(id)
      if browsers[browser]?.sessions.isEmpty == true { browsers[browser] = nil }
      idle.remove(id)
      reading.remove(id)
      if let address = session.address { addresses.end(address) }
      return session
    }

    /// Replaces the ticket of a session that is the last one of its browser.
    mutating func renew(_ session: Session, from old: SessionTicket, to new: SessionTicket) {
      idle.remove(old.id)
      reading.remove(old.id)
      sessions[old.id] = nil
      browsers[old.browser] = nil
      session.status.withLock { status in
        status.ticket = new
        status.isRenewalRequested = false
      }
      insert(session)
    }

    /// Sets the account of a browser. O(number of its pages).
    mutating func setAccount(_ account: String?, of ticket: SessionTicket) {
      guard sessions[ticket.id] != nil, let browser = browsers[ticket.browser] else { return }
      browsers[ticket.browser]?.account = account
      for id in browser.sessions { sessions[id]?.status.withLock { $0.account = account } }
    }

    /// Whether a ticket can start a session. A browser that has sessions keeps its ticket, although the list of
    /// revoked tickets may have become too coarse to tell.
    func accepts(_ ticket: SessionTicket) -> Bool {
      browsers[ticket.browser] != nil || !revoked.contains(ticket)
    }
  }

  /// A browser that has sessions: one for all its pages, or one for each.
  struct Browser: Sendable {
    var account: String?
    var sessions: Set<SessionID> = []
  }

  let limits: WebLimits
  /// The storage of visitors; `nil` if they live in this process only.
  let visitors: VisitorSettings?
  let contents: Locked<Contents>
  /// The temporary files of all sessions.
  let files: SiteFiles
  private let app: WebApp<ViewState, ViewAction>
  private let dependencies: DependencyValues.Continuation
  private let activity: SiteActivity
  let clock: @Sendable () -> Duration
  /// The threads on which the sessions run.
  let threads: any SessionScheduler

  /// - Parameters:
  ///   - app: The program.
  ///   - limits: The limits.
  ///   - dependencies: The dependencies of the stores.
  ///   - activity: Reports the sessions, and counts their effects.
  ///   - visitors: The storage of visitors.
  ///   - threads: The threads on which the sessions run.
  ///   - now: Returns the time since 1970.
  init(
    app: WebApp<ViewState, ViewAction>,
    limits: WebLimits,
    dependencies: DependencyValues.Continuation,
    activity: SiteActivity,
    visitors: VisitorSettings? = nil,
    threads: any SessionScheduler,
    now: @escaping @Sendable () -> Duration
  ) {
    self.app = app
    self.dependencies = dependencies
    self.limits = limits
    self.activity = activity
    self.visitors = visitors
    self.clock = now
    self.threads = threads
    self.files = SiteFiles(limits: limits.uploads) { [monitor = activity.monitor] error in
      monitor?.saveFailed(error, of: "a visitor's file")
    }
    let addresses = AddressLimiter(limits: limits)
    let revoked = RevokedTickets(limit: max(limits.sessions, 1024))
    self.contents = Locked(Contents(addresses: addresses, revoked: revoked))
  }

  var now: Duration { clock() }
  var count: Int { contents.withLock { $0.sessions.count } }
  /// All sessions in the order of their identifiers, because the order of a dictionary differs between two runs.
  var all: [Session] { contents.withLock { Array($0.sessions) }.sorted { $0.key < $1.key }.map(\.value) }
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
      tickets.first { $0.age(at: now) < age && contents.accepts($0) }
    }
  }

  /// Returns the first ticket whose browser has a session, for one of its pages or for all.
  func inUse(_ tickets: [SessionTicket]) -> SessionTicket? {
    let now = now
    return contents.withLock { contents in
      tickets.first { $0.age(at: now) < limits.sessionAge && contents.browsers[$0.browser] != nil }
    }
  }

  /// Returns the account of the first ticket whose browser has a session.
  func account(of tickets: [SessionTicket]) -> String? {
    guard let ticket = inUse(tickets) else { return nil }
    return contents.withLock { $0.browsers[ticket.browser]?.account }
  }

  /// Sets the account of a session and of all other pages of its browser. Ignored after the session's end.
  func setAccount(_ account: String?, of status: Locked<Session.Status>) {
    contents.withLock { contents in
      contents.setAccount(account, of: status.withLock { $0.ticket })
    }
  }

  /// Starts a session, unless there is one. This is the only function that starts sessions.
  ///
  /// - Throws: The limit that prevents a new session.
  func start(
    _ ticket: SessionTicket,
    from address: AddressKey?,
    visitor: WebVisitor,
    lease: VisitorLease? = nil,
    snapshot: VisitorSnapshot? = nil
  ) throws(Refusal) -> Session {
    let now = now
    let new = Session(
      ticket,
      lease: lease,
      snapshot: snapshot,
      address: address,
      visitor: visitor,
      app: app,
      dependencies: dependencies,
      sessions: self,
      effects: SessionEffects(activity, now: clock),
      now: now
    )
    let (session, evicted) = try withContents { contents throws(Refusal) -> (Session, Session?) in
      if let session = contents.sessions[ticket.id] {
        contents.use(session, at: now)
        return (session, nil)
      }
      // The ticket was revoked after the caller had checked it.
      guard contents.accepts(ticket) else { throw .unknownSession }
      if let address { try contents.addresses.begin(address, at: now) }
      var evicted: Session?
      if contents.sessions.count >= limits.sessions {
        guard let id = contents.idle.first ?? contents.reading.first else {
          if let address { contents.addresses.undoBegin(address, at: now) }
          throw .atCapacity
        }
        evicted = contents.remove(id)
      }
      contents.insert(new)
      contents.use(new, at: now)
      return (new, evicted)
    }
    if session === new { activity.monitor?.sessionBegan() }
    if let evicted { didEnd([evicted], because: .evicted) }
    return session
  }

  /// Returns the session of a ticket, or starts one: from its snapshot if there is one, otherwise a new one.
  ///
  /// - Parameters:
  ///   - ticket: The ticket.
  ///   - address: The address of the client.
  ///   - visitor: What the browser of the client tells.
  ///   - age: The maximum age of a ticket that starts a new session.
  /// - Throws: The limit that prevents a new session, or ``Refusal/moving`` if the visitor can't be acquired now.
  func begin(
    _ ticket: SessionTicket,
    from address: AddressKey?,
    visitor: WebVisitor,
    newSessionAge age: Duration
  ) async throws(Refusal) -> Session {
    guard let visitors else { return try start(ticket, from: address, visitor: visitor) }
    while true {
      let step: Step = contents.withLock { contents in
        if let transfer = contents.transfers[ticket.id] { return .wait(transfer.task) }
        if let session = contents.sessions[ticket.id] { return .session(session) }
        guard !contents.isDraining else { return .drain }
        let promise = Promise<Session>()
        // A task of its own, because the request that starts it may be canceled.
        transfer(ticket.id, &contents) { [self] number in
          let result = await arrive(ticket, from: address, visitor, newSessionAge: age, number, visitors)
          endTransfer(number, of: ticket.id)
          promise.resume(with: result.mapError { $0 })
        }
        return .arrive(promise)
      }
      switch step {
      case .session(let session): return session
      case .drain: throw .moving
      case .wait(let transfer): await transfer.value
      case .arrive(let promise):
        do {
          return try await promise.value
        } catch {
          throw error as? Refusal ?? .moving
        }
      }
    }
  }

  // MARK: Using

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
  func renewIfRequested(_ session: Session) async -> SessionTicket? {
    let page: String?? = session.status.withLock { $0.isRenewalRequested ? .some($0.ticket.page) : nil }
    guard let page else { return nil }
    let new = SessionTicket(at: now).forPage(page)
    guard let visitors else { return renew(session, new) }
    let number = contents.withLock { contents in
      contents.transferCount += 1
      return contents.transferCount
    }
    guard let lease = try? await acquire(new.id, number, visitors).lease else { return nil }
    guard let ticket = renew(session, new) else {
      try? await visitors.store.release(lease, removesSnapshot: true)
      return nil
    }
    session.status.withLock { $0.acquisition = number }
    // The old identifier ends in the storage, too.
    if let old = await session.actor.move(to: lease) { await forget(old, leavesMark: true) }
    return ticket
  }

  private func renew(_ session: Session, _ new: SessionTicket) -> SessionTicket? {
    let now = now
    var others: [Session] = []
    let ticket: SessionTicket? = contents.withLock { contents in
      let old = session.status.withLock { $0.isRenewalRequested ? $0.ticket : nil }
      guard let old, contents.sessions[old.id] === session else { return nil }
      others = removeOthers(of: old, &contents)
      contents.revoked.insert(old, at: now, age: limits.sessionAge)
      contents.renew(session, from: old, to: new)
      contents.use(session, at: now)
      return new
    }
    didEnd(others, because: .endedByProgram)
    // A stream under the old identifier must not show later changes.
    if ticket != nil { session.streams.finish() }
    return ticket
  }

  // MARK: Ending

  /// Removes the sessions of all other pages of a browser.
  private func removeOthers(of ticket: SessionTicket, _ contents: inout Contents) -> [Session] {
    let others = contents.browsers[ticket.browser]?.sessions.subtracting([ticket.id]) ?? []
    return others.sorted().compactMap { contents.remove($0) }
  }

  /// Ends sessions. Unknown identifiers are ignored. If the program ends a session, all pages of the browser end.
  func end(_ ids: [SessionID], because reason: SessionEnd) {
    let now = now
    let ended = contents.withLock { contents in
      ids.flatMap { id -> [Session] in
        guard let session = contents.remove(id) else { return [] }
        guard reason == .endedByProgram else { return [session] }
        let ticket = session.status.withLock { $0.ticket }
        contents.revoked.insert(ticket, at: now, age: limits.sessionAge)
        return [session] + removeOthers(of: ticket, &contents)
      }
    }
    didEnd(ended, because: reason)
  }

  /// Ends the sessions of an account.
  ///
  /// - Returns: The number of ended sessions.
  @discardableResult
  func endSessions(of account: String) -> Int {
    let ids = all.compactMap { session in session.status.withLock { $0.account == account ? $0.ticket.id : nil } }
    end(ids, because: .endedByProgram)
    return ids.count
  }

  /// Ends the sessions that are abandoned or too old. The release of a session's actor releases its store and cancels
  /// its effects.
  func expire() {
    let now = now
    let then = now - limits.timeToLive
    let all = all
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
    for session in all { session.streams.wake() }
  }

  /// Reports the actions and pages that block their sessions now.
  func reportBlocking() {
    guard activity.monitor != nil else { return }
    for session in all { session.effects.reportBlocking() }
  }

  /// Ends all event streams.
  func finishStreams() {
    for session in all { session.streams.finish() }
  }

  /// Ends sessions after their removal, outside of the lock. Every session ends in this function.
  func didEnd(_ sessions: [Session], because reason: SessionEnd) {
    for session in sessions {
      session.status.withLock { $0.end = reason }
      session.streams.finish()
      session.files.removeAll()
      activity.monitor?.sessionEnded(reason)
      guard visitors != nil, reason != .moved else { continue }
      contents.withLock { contents in
        let actor = session.actor
        transfer(session.id, &contents) { [self] number in
          if let lease = await actor.close(storesSnapshot: false) {
            await forget(lease, leavesMark: reason == .endedByProgram)
          }
          endTransfer(number, of: session.id)
        }
      }
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
