import ControlledClocks
import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation

@testable import CounterpointSessions

/// A program whose visitors move: a count, a text, a dialog, and work that an effect does.
enum Moving {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var name = ""
    var isDialogOpen = false
    var isWorking = false
    var restarts = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case named(String)
    case dialog(Bool)
    case work
    case restored
    case logIn
    case logOut
  }
}

/// A node of a site with this program. All nodes with the same key and storage are one site.
struct MovingSite: Sendable {
  let site: WebSite<Moving.State, Moving.Action>
  let store: InMemoryVisitorStore
  let clock: TestClock<Duration>
  /// Counts the effects that have begun.
  let begun: AsyncStream<Void>
  private let addresses: WebAddresses<Moving.State, Moving.Action>?

  /// Keeps the effects running.
  private let hold: AsyncStream<Void>.Continuation

  static let key = SessionKey()

  init(
    _ store: InMemoryVisitorStore,
    saving: VisitorSaving = .quiet(every: .seconds(4)),
    visitors: (any VisitorStore)? = nil,
    addresses: WebAddresses<Moving.State, Moving.Action>? = nil,
    key: SessionKey = Self.key,
    clock: TestClock<Duration> = TestClock(),
    limits: WebLimits = WebLimits(),
    monitor: (any SiteMonitor)? = nil
  ) {
    let (begun, didBegin) = AsyncStream.makeStream(of: Void.self)
    let (gate, hold) = AsyncStream.makeStream(of: Void.self)
    self.hold = hold
    self.store = store
    self.clock = clock
    self.begun = begun
    self.addresses = addresses
    let app = WebApp<Moving.State, Moving.Action>(
      title: "Moving",
      acceptsOnlyOfferedActions: false,
      addresses: addresses,
      fields: { [WebField("name", $0.binding(get: \.name, send: Moving.Action.named))] },
      initialState: { Moving.State() },
      store: { state, actor in
        Store(initialState: state, isolation: actor) { Self.reducer(didBegin, gate) }
      },
      snapshot: { $0 },
      restored: .restored,
      viewStore: { $0.view },
      screen: { state in
        html {
          Element(.p) { "\(state.count)" }
          Element.button(Moving.Action.add(1)) { "+" }
          Element.field("name", value: state.name)
          if state.isDialogOpen { Element(.dialog) { "Really?" } }
          if state.isWorking { Element(.p) { "working, restarted \(state.restarts) times" } }
        }
      }
    )
    site = WebSite(
      app,
      limits: limits,
      publicOrigin: nil,
      hosts: nil,
      cookies: SessionCookies(name: nil, origin: nil, key: key),
      clock: clock,
      date: .seconds(1_800_000_000),
      monitor: monitor,
      visitors: visitors ?? store,
      saving: saving
    )
  }

  /// Another node of the same site.
  func node(saving: VisitorSaving = .quiet(every: .seconds(4))) -> MovingSite {
    MovingSite(store.node(), saving: saving, addresses: addresses, clock: clock)
  }

  private static func reducer(
    _ didBegin: AsyncStream<Void>.Continuation,
    _ gate: AsyncStream<Void>
  ) -> Reduce<Moving.State, Moving.Action> {
    @Dependency(\.webSession) var session
    let work = Effect<Moving.Action>.run { _ in
      didBegin.yield()
      for await _ in gate {}
    }
    return Reduce { [session] state, action in
      switch action {
      case .add(let number): state.count += number
      case .named(let name): state.name = name
      case .dialog(let isOpen): state.isDialogOpen = isOpen
      case .work:
        state.isWorking = true
        return work
      case .restored:
        guard state.isWorking else { return .none }
        state.restarts += 1
        return work
      case .logIn: session.renewID()
      case .logOut: session.end()
      }
      return .none
    }
  }

  func get(_ path: String, _ cookie: String? = nil) async -> WebResponse {
    let parts = path.split(separator: "?", maxSplits: 1)
    var headers = ["host": "localhost:8080"]
    headers["cookie"] = cookie
    return await site.respond(
      to: WebRequest(
        method: "GET",
        path: String(parts[0]),
        query: parts.count > 1 ? String(parts[1]) : "",
        headers: headers
      )
    )
  }

  /// The cookie that a response sets.
  func cookie(_ response: WebResponse) -> String {
    String(response.header("set-cookie")?.prefix { $0 != ";" } ?? "")
  }

  func newCookie() async -> String { cookie(await get("/")) }

  func post(_ body: String, _ cookie: String) async -> WebResponse {
    await site.respond(
      to: WebRequest(
        method: "POST",
        path: "/actions",
        headers: [
          "host": "localhost:8080", "origin": "http://localhost:8080", "cookie": cookie,
          "content-type": "application/x-www-form-urlencoded",
        ],
        body: .complete(Array(body.utf8))
      )
    )
  }

  @discardableResult
  func send(_ action: Moving.Action, _ cookie: String, number: Int? = nil) async -> Int {
    let key = number.map { "counterpoint-idempotency-key=\(String(repeating: "0a", count: 16))-\($0)&" } ?? ""
    return await post("\(key)action=\(percentEncoded(ActionCode.encode(action) ?? ""))", cookie).status
  }

  func text(_ cookie: String) async -> String { await get("/", cookie).text ?? "" }

  /// The number on a session's page.
  func count(_ cookie: String) async -> String? {
    await text(cookie).split(separator: "<p>").dropFirst().first.map { String($0.prefix { $0 != "<" }) }
  }

  func events(_ cookie: String, since revision: String) async -> EventStream.AsyncIterator? {
    guard case .events(let stream) = await get("/events?since=\(revision)", cookie).body else { return nil }
    return stream.makeAsyncIterator()
  }
}

/// A store of visitors that records its writes, and can be out of reach.
final class RecordingStore: VisitorStore {
  let base: InMemoryVisitorStore
  /// The visitors of the writes.
  let writes: AsyncStream<String>
  private let didWrite: AsyncStream<String>.Continuation
  private let beforeWriting: @Sendable (_ visitor: String) async -> Void
  private let beforeClosing: @Sendable () async -> Void
  /// Whether all reads and writes fail.
  let isOutOfReach = Locked(false)

  /// - Parameters:
  ///   - base: The store.
  ///   - beforeClosing: Awaited before the store is closed.
  ///   - beforeWriting: Awaited before a snapshot is written.
  init(
    _ base: InMemoryVisitorStore,
    beforeClosing: @escaping @Sendable () async -> Void = {},
    beforeWriting: @escaping @Sendable (_ visitor: String) async -> Void = { _ in }
  ) {
    self.base = base
    self.beforeWriting = beforeWriting
    self.beforeClosing = beforeClosing
    (writes, didWrite) = AsyncStream.makeStream(of: String.self)
  }

  func acquire(
    _ visitor: String,
    whenRevoked: @escaping @Sendable () -> Void
  ) async throws -> (lease: VisitorLease, snapshot: Data?) {
    try await base.acquire(visitor, whenRevoked: whenRevoked)
  }

  func contains(_ visitor: String) throws -> Bool {
    try checkReach()
    return base.contains(visitor)
  }

  private func checkReach() throws {
    if isOutOfReach.withLock(\.self) { throw OutOfReach() }
  }

  private struct OutOfReach: Error {}

  func isHeld(_ lease: VisitorLease) -> Bool { base.isHeld(lease) }

  func write(_ snapshot: Data, under lease: VisitorLease, keepFor lifetime: Duration) async throws {
    await beforeWriting(lease.visitor)
    try checkReach()
    try base.write(snapshot, under: lease, keepFor: lifetime)
    didWrite.yield(lease.visitor)
  }

  func release(_ lease: VisitorLease, removesSnapshot: Bool) {
    base.release(lease, removesSnapshot: removesSnapshot)
  }

  func run() {}

  func close() async {
    await beforeClosing()
    base.close()
  }
}
