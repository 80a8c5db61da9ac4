@_spi(Internals) import CounterpointSupport
import DependencyInjection

/// A session: its actor with the store, its event streams and its status.
final class Session<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  struct Status: Sendable {
    var ticket: SessionTicket
    var lastSeen: Duration
    var account: String?
    /// The number of the acquisition by which the visitor arrived.
    var acquisition = 0
    var hasActed = false
    var isRenewalRequested = false
    /// Whether the stored snapshot is being refreshed.
    var isRefreshingSnapshot = false
    var end: SessionEnd?
    var costs = CostBuckets()
  }

  let actor: SessionActor<ViewState, ViewAction>
  let streams: EventStreams
  let effects: SessionEffects
  let address: AddressKey?
  let visitor: WebVisitor
  let status: Locked<Status>
  /// The files that the visitor has sent, and those that the page offers.
  let files: SessionFiles

  /// - Parameters:
  ///   - ticket: The ticket that starts the session.
  ///   - lease: The lease under which the session runs; `nil` if it is not stored.
  ///   - snapshot: The snapshot of the session; `nil` for a new one.
  ///   - address: The address of the client.
  ///   - visitor: What the browser of the client tells.
  ///   - app: The program.
  ///   - dependencies: The dependencies of the store.
  ///   - sessions: The session store that owns the session.
  ///   - effects: The running effects of the session.
  ///   - now: The time since 1970.
  init(
    _ ticket: SessionTicket,
    lease: VisitorLease? = nil,
    snapshot: VisitorSnapshot? = nil,
    address: AddressKey?,
    visitor: WebVisitor,
    app: WebApp<ViewState, ViewAction>,
    dependencies: DependencyValues.Continuation,
    sessions: SessionStore<ViewState, ViewAction>,
    effects: SessionEffects,
    now: Duration
  ) {
    var first = Status(ticket: ticket, lastSeen: now)
    first.account = snapshot?.record.account
    first.hasActed = snapshot?.record.hasActed ?? false
    let status = Locked(first)
    // Weak to avoid a reference cycle: the session store owns the session, the session owns the store, and these
    // closures are dependencies of the store.
    let end: @Sendable () -> Void = { [weak sessions] in
      sessions?.end([status.withLock { $0.ticket.id }], because: .endedByProgram)
    }
    let streams = EventStreams(limit: sessions.limits.streamsPerSession) { [weak sessions] in
      sessions?.didCloseStream(of: status)
    }
    let session = WebSession(
      renewID: { status.withLock { $0.isRenewalRequested = true } },
      setAccount: { [weak sessions] account in sessions?.setAccount(account, of: status) },
      end: end,
      endEverywhere: { [weak sessions] in
        let account = status.withLock { $0.account }
        end()
        if let account { sessions?.endSessions(of: account) }
      },
      account: { status.withLock { $0.account } }
    )
    let files = SessionFiles(site: sessions.files, address: address) { status.withLock { $0.ticket.browser } }
    self.address = address
    self.visitor = visitor
    self.status = status
    self.files = files
    self.streams = streams
    self.effects = effects
    // The first revision depends on the lease or on the age of the ticket, so that revisions of an earlier session
    // with the same ticket are not valid for this one.
    let firstRevision = Int(lease?.revision ?? ticket.age(at: now).components.seconds) << 20
    let storage = lease.flatMap { lease in
      sessions.visitors.map { settings in
        VisitorStorage(
          settings: settings,
          lease: lease,
          didLose: { [weak sessions] in sessions?.didLose(status) },
          report: { [weak sessions] in sessions?.reportSaving($0) }
        )
      }
    }
    self.actor = SessionActor(
      app: app.with(session, WebDownloads(files), visitor, dependencies),
      streams: streams,
      effects: effects,
      firstRevision: firstRevision,
      storage: storage,
      restored: snapshot,
      account: { status.withLock { $0.account } },
      executor: sessions.executor(for: status, from: address),
      costRefusal: { [weak sessions] in sessions?.costRefusal(of: status, from: address) },
      now: sessions.clock
    )
  }

  /// The current identifier.
  var id: SessionID { status.withLock { $0.ticket.id } }

  var hasEnded: Bool { status.withLock { $0.end != nil } }

  /// Whether another process may run the session.
  var hasMoved: Bool { status.withLock { $0.end == .moved } }

  /// Returns whether the session has had no request and no stream since a time, and receives no files.
  func isAbandoned(since then: Duration) -> Bool {
    streams.count == 0 && !files.isReceiving && status.withLock { $0.lastSeen <= then }
  }
}

/// The open event streams of a session.
final class EventStreams: Sendable {
  private struct Open {
    var next = 0
    var streams: [Int: AsyncStream<Void>.Continuation] = [:]

    var inOrder: [AsyncStream<Void>.Continuation] { streams.sorted { $0.key < $1.key }.map(\.value) }
  }

  private let open = Locked(Open())
  private let didClose: @Sendable () -> Void
  private let limit: Int

  /// - Parameters:
  ///   - limit: The maximum number of open streams.
  ///   - didClose: Called after a stream was closed.
  init(limit: Int, didClose: @escaping @Sendable () -> Void) {
    self.limit = limit
    self.didClose = didClose
  }

  var count: Int { open.withLock { $0.streams.count } }

  /// Opens a stream of wake-ups, with the first one immediately; `nil` at the limit.
  ///
  /// The stream is closed when its last copy is released, its task is canceled, or it is finished.
  func openStream() -> (wakeups: AsyncStream<Void>, finish: @Sendable () -> Void)? {
    // Wake-ups are coalesced: one pending element is enough.
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number: Int? = open.withLock { open in
      guard open.streams.count < limit else { return nil }
      defer { open.next += 1 }
      open.streams[open.next] = continuation
      return open.next
    }
    guard let number else { return nil }
    continuation.onTermination = { [weak self] _ in self?.close(number) }
    continuation.yield()
    return (stream, { continuation.finish() })
  }

  /// Wakes all streams, because the page may have changed.
  func wake() {
    let continuations = open.withLock(\.inOrder)
    for continuation in continuations { continuation.yield() }
  }

  /// Ends all streams.
  func finish() {
    let continuations = open.withLock(\.inOrder)
    for continuation in continuations { continuation.finish() }
  }

  private func close(_ number: Int) {
    // Released after the lock, because the release ends the stream.
    let continuation = open.withLock { $0.streams.removeValue(forKey: number) }
    if continuation != nil { didClose() }
  }
}
