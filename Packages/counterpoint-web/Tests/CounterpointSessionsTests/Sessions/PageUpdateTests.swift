import ControlledClocks
import CounterpointCore
import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import CounterpointTestSupport
import Dispatch
import StateSharing
import Testing

@testable import CounterpointSessions

/// Changes that all pages show are rendered behind the requests, once for each page.
@Suite(.ends) struct PageUpdateTests {
  private enum Action: Codable, Sendable {
    case join
  }

  private let renderings = Locked(0)
  /// The number of times that the state of a page was computed.
  private let computations = Locked(0)
  private let present = Shared(value: 0)
  private let threads = SessionThreads(minimum: 2, maximum: 2, patience: .seconds(3_600))
  private let site: WebSite<Int, Action>

  init() {
    let (renderings, computations, present) = (renderings, computations, present)
    let app = WebApp<Int, Action>(
      title: "Presence",
      viewStore: { actor in
        Store(initialState: PresenceState(present), isolation: actor) {
          Reduce<PresenceState, Action> { state, _ in
            state.$present.withLock { $0 += 1 }
            return .none
          }
        }
        .view(
          state: { state -> Int in
            computations.withLock { $0 += 1 }
            return state.present
          },
          action: { $0 as Action }
        )
      },
      screen: { present in
        renderings.withLock { $0 += 1 }
        return html {
          Element(.p) { "\(present) present" }
          Element.button(Action.join) { "Join" }
        }
      }
    )
    site = WebSite(
      app,
      limits: WebLimits(),
      publicOrigin: nil,
      hosts: nil,
      cookies: SessionCookies(name: nil, origin: nil, key: SessionKey(), mount: MountPath("/")),
      clock: TestClock(),
      date: .seconds(1_800_000_000),
      threads: threads
    )
  }

  /// A job of an update that runs until the gate opens, so that no page is updated meanwhile.
  private func holdUpdates(_ gate: DispatchSemaphore) async -> Task<Void, Never> {
    let (begins, began) = AsyncStream.makeStream(of: Void.self)
    let blocker = Blocker(SessionExecutor(threads))
    let task = Task(priority: .utility) { await blocker.block(gate, began) }
    for await _ in begins { break }
    return task
  }

  private func respond(
    _ method: String,
    _ path: String,
    query: String = "",
    cookie: String? = nil,
    body: String = ""
  ) async -> WebResponse {
    var headers = ["host": "localhost", "origin": "http://localhost"]
    headers["cookie"] = cookie
    if method == "POST" { headers["content-type"] = "application/x-www-form-urlencoded" }
    return await site.respond(
      to: WebRequest(method: method, path: path, query: query, headers: headers, body: .complete(Array(body.utf8)))
    )
  }

  /// Loads the page, opens its stream and clicks the button, as a browser does.
  private func join() async throws -> EventStream.AsyncIterator {
    let page = await respond("GET", "/")
    let cookie = try #require(page.header("set-cookie").map { String($0.prefix { $0 != ";" }) })
    let rest = try #require(page.text?.split(separator: "data-revision=\"").dropFirst().first)
    let revision = rest.prefix { $0 != "\"" }
    let events = await respond("GET", "/events", query: "since=\(revision)", cookie: cookie)
    guard case .events(let stream) = events.body else { throw CancellationError() }
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == "retry: 1000\n\n")
    let action = percentEncoded(try #require(ActionCode.encode(Action.join)))
    #expect(await respond("POST", "/actions", cookie: cookie, body: "action=\(action)").status == 204)
    return iterator
  }

  @Test func visitorsThatJoinCostOneFurtherRenderingOfEachPage() async throws {
    let count = 40
    let gate = DispatchSemaphore(value: 0)
    let blocker = await holdUpdates(gate)
    var streams: [EventStream.AsyncIterator] = []
    for _ in 1...count { streams.append(try await join()) }
    // The first page, that of the session, and the one after the own action.
    #expect(renderings.withLock { $0 } == 3 * count)
    // A page that waits for its turn does nothing for the changes until then.
    #expect(computations.withLock { $0 } == 3 * count)
    gate.signal()
    await blocker.value
    for index in streams.indices {
      var text = ""
      while !text.contains("\(count) present") { text += try #require(await streams[index].next()) }
    }
    // The last visitor has changed the page itself. If each page showed each change, there were 900 renderings.
    #expect(renderings.withLock { $0 } == 4 * count - 1)
    #expect(computations.withLock { $0 } == 4 * count - 1)
  }

  @Test func theOwnActionIsShownWhileUpdatesWait() async throws {
    let gate = DispatchSemaphore(value: 0)
    let blocker = await holdUpdates(gate)
    var stream = try await join()
    #expect(await stream.next()?.contains("1 present") == true)
    gate.signal()
    await blocker.value
  }

  /// Requests that never end can't stop all pages.
  @Test func updatesGetAShareWhileRequestsWait() async {
    let threads = SessionThreads(minimum: 1, maximum: 1)
    let (busy, page) = (Blocker(SessionExecutor(threads)), Blocker(SessionExecutor(threads)))
    let isOver = Locked(false)
    async let endless: Void = busy.workUntil { isOver.withLock { $0 } }
    await Task(priority: .utility) { await page.work() }.value
    isOver.withLock { $0 = true }
    await endless
  }
}

private struct PresenceState: Sendable {
  @Shared var present: Int

  init(_ present: Shared<Int>) {
    _present = present
  }
}

private actor Blocker {
  private nonisolated let executor: SessionExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(_ executor: SessionExecutor) {
    self.executor = executor
  }

  func block(_ gate: DispatchSemaphore, _ began: AsyncStream<Void>.Continuation) {
    began.yield()
    gate.wait()
  }

  func work() {}

  /// Runs jobs until a condition holds, so that one always waits.
  func workUntil(_ isOver: @Sendable () -> Bool) async {
    while !isOver() { await Task.yield() }
  }
}
