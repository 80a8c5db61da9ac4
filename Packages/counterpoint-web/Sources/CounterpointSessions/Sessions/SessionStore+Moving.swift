@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting

/// Visitors that arrive from a storage and depart to it.
extension SessionStore {
  /// Acquires a visitor, and starts the session from its snapshot.
  func arrive(
    _ ticket: SessionTicket,
    from address: AddressKey?,
    _ visitor: WebVisitor,
    newSessionAge: Duration,
    _ number: Int,
    _ visitors: VisitorSettings
  ) async -> Result<Session, Refusal> {
    let lease: VisitorLease
    let data: Data?
    do {
      (lease, data) = try await acquire(ticket.id, number, visitors)
    } catch {
      return .failure(refusal(error))
    }
    do throws(Refusal) {
      let snapshot = data.flatMap { decode($0) }
      // The program has ended the session on another node. Its mark stays.
      guard snapshot?.record.hasEnded != true else { throw .unknownSession }
      guard snapshot != nil || ticket.age(at: now) < newSessionAge else { throw .unknownSession }
      // A stored visitor was counted by the node where it began.
      let session = try start(
        ticket,
        from: data == nil ? address : nil,
        visitor: visitor,
        lease: lease,
        snapshot: snapshot
      )
      session.status.withLock { $0.acquisition = number }
      return .success(session)
    } catch {
      try? await visitors.store.release(lease, removesSnapshot: data == nil)
      return .failure(error)
    }
  }

  /// Returns the refusal of a request because of an error of the storage, which it reports at most once in a minute.
  private func refusal(_ error: any Error) -> Refusal {
    if let error = error as? VisitorStoreError, [.busy, .closed, .leaseLost].contains(error) { return .moving }
    // The client of a canceled request reads no response.
    if !(error is CancellationError), isReportDue(\.acquisitionReports) {
      reportIssue("The server answers 503, because its storage of visitors can't be used: \(error)")
    }
    return .visitorsUnavailable
  }

  /// Reports why a visitor could not be stored, at most once in a minute.
  func reportSaving(_ error: any Error) {
    guard isReportDue(\.savingReports) else { return }
    visitors?.report(error)
  }

  private func isReportDue(_ reports: WritableKeyPath<Contents, TokenBucket>) -> Bool {
    let now = now
    return contents.withLock { $0[keyPath: reports].take(RateLimit(burst: 1, perSecond: 1 / 60), at: now) == nil }
  }

  func acquire(
    _ id: SessionID,
    _ acquisition: Int,
    _ visitors: VisitorSettings
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    try await visitors.store.acquire(visitors.visitor(id)) { [weak self] in
      Task { await self?.handOver(id, acquisition) }
    }
  }

  private func decode(_ data: Data) -> VisitorSnapshot? {
    do {
      return try VisitorSnapshot(data)
    } catch {
      reportIssue(
        """
        The stored session of a visitor can't be decoded, so the visitor starts again: \(error) Another program, or \
        another version of the library, may have written it: use a storage of its own for each.
        """
      )
      return nil
    }
  }

  /// Stores a session and releases its visitor, because another node asks for it.
  ///
  /// - Parameters:
  ///   - id: The identifier of the session.
  ///   - acquisition: The number of the acquisition that is revoked; `nil` for any.
  private func handOver(_ id: SessionID, _ acquisition: Int? = nil) async {
    // A visitor that arrives now is handed over afterward.
    while let transfer = contents.withLock({ $0.transfers[id]?.task }) { await transfer.value }
    let (session, departure) = contents.withLock { contents -> (Session?, Task<Void, Never>?) in
      guard let session = contents.sessions[id] else { return (nil, nil) }
      let current = session.status.withLock(\.acquisition)
      guard acquisition == nil || acquisition == current else { return (nil, nil) }
      _ = contents.remove(id)
      let actor = session.actor
      // Within the same lock, so that no request acquires the visitor from this node before it has departed.
      let task = transfer(id, &contents) { [self] number in
        if let lease = await actor.close(storesSnapshot: true) {
          try? await visitors?.store.release(lease, removesSnapshot: false)
        }
        endTransfer(number, of: id)
      }
      return (session, task)
    }
    guard let session else { return }
    didEnd([session], because: .moved)
    await departure?.value
  }

  /// Runs a transfer of a visitor, for which requests of the same visitor wait.
  @discardableResult
  func transfer(
    _ id: SessionID,
    _ contents: inout Contents,
    _ operation: @escaping @Sendable (_ number: Int) async -> Void
  ) -> Task<Void, Never> {
    contents.transferCount += 1
    let number = contents.transferCount
    let task = Task { await operation(number) }
    // An arrival waits for this departure in the storage.
    if contents.transfers[id] == nil { contents.transfers[id] = (number, task) }
    return task
  }

  func endTransfer(_ number: Int, of id: SessionID) {
    contents.withLock { contents in
      if contents.transfers[id]?.number == number { contents.transfers[id] = nil }
    }
  }

  /// Removes a visitor from the storage.
  ///
  /// - Parameters:
  ///   - lease: The lease of the visitor.
  ///   - leavesMark: Whether the identifier must not start another session.
  func forget(_ lease: VisitorLease, leavesMark: Bool) async {
    guard let visitors else { return }
    if leavesMark, let mark = try? VisitorSnapshot.ended.encoded() {
      try? await visitors.store.write(mark, under: lease, keepFor: limits.sessionAge)
    }
    try? await visitors.store.release(lease, removesSnapshot: !leavesMark)
  }

  /// Ends a session whose lease has expired. Its actor is closed already.
  func didLose(_ status: Locked<Session.Status>) {
    let id = status.withLock { $0.ticket.id }
    let session = contents.withLock { contents in
      contents.remove(id)
    }
    if let session { didEnd([session], because: .moved) }
  }

  /// Returns the first ticket whose visitor is stored.
  ///
  /// - Throws: A refusal if the storage does not tell. A new ticket would orphan a visitor that is stored.
  func stored(_ tickets: [SessionTicket]) async throws(Refusal) -> SessionTicket? {
    guard let visitors else { return nil }
    let now = now
    for ticket in tickets where ticket.age(at: now) < limits.sessionAge {
      do {
        if try await visitors.store.contains(visitors.visitor(ticket.id)) { return ticket }
      } catch {
        throw refusal(error)
      }
    }
    return nil
  }

  /// Writes the snapshots again that would expire soon, although their sessions are in use.
  func refreshStoredSnapshots() async {
    guard let visitors else { return }
    await withTaskGroup(of: Void.self) { group in
      for (index, session) in all.enumerated() {
        // Bounds the number of concurrent writes.
        if index >= 64 { await group.next() }
        group.addTask { [self] in await refreshStoredSnapshot(of: session, visitors) }
      }
    }
  }

  /// Waits for at most ten seconds, because a reducer can block its actor, and not at all for an actor whose last
  /// refresh has not ended.
  private func refreshStoredSnapshot(of session: Session, _ visitors: VisitorSettings) async {
    let isFree = session.status.withLock { status in
      defer { status.isRefreshingSnapshot = true }
      return !status.isRefreshingSnapshot
    }
    guard isFree else { return }
    let done = Promise<Void>()
    Task {
      await session.actor.refreshStoredSnapshot()
      session.status.withLock { $0.isRefreshingSnapshot = false }
      done.resume(with: .success(()))
    }
    let limit = Task {
      try await visitors.sleep(.seconds(10))
      done.resume(with: .success(()))
    }
    try? await done.value
    limit.cancel()
  }

  /// Stores all visitors and releases them, because the process ends. Starts no further sessions.
  func releaseAll() async {
    guard let visitors else { return }
    let departures = contents.withLock { contents in
      contents.isDraining = true
      return contents.sessions.keys.sorted()
    }
    await withTaskGroup(of: Void.self) { group in
      for (index, id) in departures.enumerated() {
        // Bounds the number of concurrent writes.
        if index >= 64 { await group.next() }
        group.addTask { [self] in await handOver(id) }
      }
    }
    // Sessions that arrived meanwhile.
    while let transfer = contents.withLock({ $0.transfers.values.min { $0.number < $1.number }?.task }) {
      await transfer.value
    }
    for id in contents.withLock({ $0.sessions.keys.sorted() }) { await handOver(id) }
    await visitors.store.close()
  }
}
