import DependencyInjection
import CounterpointSupport

/// A visitor's session: the visitor with the store, and when it was used last.
final class Session<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  struct Status: Sendable {
    var ticket: SessionTicket
    var lastSeen: Duration
    var account: String?
    var hasActed = false
    var wantsNewID = false
    var end: SessionEnd?
    var actions = TokenBucket()
  }

  let visitor: SessionActor<ViewState, ViewAction>
  let streams: EventStreams
  let address: AddressKey?
  let status: Locked<Status>

  /// - Parameters:
  ///   - ticket: The ticket that the session is begun with.
  ///   - address: The address that it is begun from.
  ///   - app: The program.
  ///   - dependencies: The dependencies of its store.
  ///   - table: The table that the session is to be in.
  ///   - effects: The running effects of the session.
  ///   - now: The time since 1970.
  init(
    _ ticket: SessionTicket,
    address: AddressKey?,
    app: WebApp<ViewState, ViewAction>,
    dependencies: DependencyValues.Continuation,
    table: SessionTable<ViewState, ViewAction>,
    effects: SessionEffects,
    now: Duration
  ) {
    let status = Locked(Status(ticket: ticket, lastSeen: now))
    // Weak, because the table holds the session, and the session holds the store that these closures are a dependency
    // of.
    let end: @Sendable () -> Void = { [weak table] in
      table?.end([status.withLock { $0.ticket.id }], because: .endedByProgram)
    }
    let streams = EventStreams(limit: table.limits.streamsPerSession) { [weak table] in
      table?.didCloseStream(of: status)
    }
    let session = WebSession(
      renewID: { status.withLock { $0.wantsNewID = true } },
      setAccount: { account in status.withLock { $0.account = account } },
      end: end,
      endEverywhere: { [weak table] in
        let account = status.withLock { $0.account }
        end()
        if let account { table?.endSessions(of: account) }
      }
    )
    self.address = address
    self.status = status
    self.streams = streams
    // Revisions of another session under the same ticket are no revisions of this one: both count from when they were
    // begun.
    let firstRevision = Int(ticket.age(at: now).components.seconds) << 20
    self.visitor = SessionActor(
      app: app.with(session, dependencies),
      streams: streams,
      effects: effects,
      firstRevision: firstRevision,
      now: table.clock
    )
  }

  /// The identifier at the moment.
  var id: SessionID { status.withLock { $0.ticket.id } }

  var hasEnded: Bool { status.withLock { $0.end != nil } }

  /// Returns whether the session has been without requests and streams since a time.
  func isAbandoned(since then: Duration) -> Bool {
    streams.count == 0 && status.withLock { $0.lastSeen <= then }
  }
}
