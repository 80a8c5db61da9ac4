import CounterpointTestSupport
import CoreMetrics
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
import InMemoryLogging
import InMemoryTracing
@_spi(Internals) import CounterpointSupport
import Logging
import MetricsTestKit
import Testing
import Tracing

@testable import CounterpointWeb

@Suite(.ends) struct WebMonitorTests {
  private let watched = WatchedSite()

  @Test func sessionIsCounted() async throws {
    let cookie = await watched.newCookie()
    do {
      var events = try #require(await watched.events(cookie))
      #expect(try watched.metrics.expectMeter("counterpoint.sessions").lastValue == 1)
      _ = await events.next()
      #expect(try watched.metrics.expectMeter("counterpoint.streams").lastValue == 1)
      #expect(await watched.send(.start, cookie) == 204)
      #expect(await events.next() != nil)
    }
    #expect(try watched.metrics.expectMeter("counterpoint.streams").lastValue == 0)
    #expect(try watched.metrics.expectCounter("counterpoint.sessions.begun").totalValue == 1)
    #expect(try watched.metrics.expectTimer("counterpoint.actions", [("action", "start")]).values.count == 1)
    #expect(try watched.metrics.expectRecorder("counterpoint.patch.size").values.allSatisfy { $0 > 0 })
    #expect(try watched.metrics.expectRecorder("counterpoint.patch.size").values.isEmpty == false)
    let requests = [
      ("GET", "/", "200"), ("GET", "/events", "200"), ("POST", "/actions", "204"),
    ]
    for (method, route, status) in requests {
      let dimensions = [("method", method), ("route", route), ("status", status)]
      #expect(try watched.metrics.expectTimer("counterpoint.requests", dimensions).values.count == 1)
    }
  }

  @Test func refusalsAreCountedByReason() async throws {
    for path in ["/a", "/b"] { #expect(await watched.get(path).status == 404) }
    #expect(await watched.send(.start, "counterpoint-session=1") == 403)
    let notFound = [("reason", "not-found"), ("status", "404")]
    #expect(try watched.metrics.expectCounter("counterpoint.refusals", notFound).totalValue == 2)
    let unknown = [("reason", "unknown-session"), ("status", "403")]
    #expect(try watched.metrics.expectCounter("counterpoint.refusals", unknown).totalValue == 1)
    // Clients can invent any number of paths, but not of metrics.
    let requests = watched.metrics.timers(label: "counterpoint.requests")
    #expect(requests.count { $0.dimensions.contains { $0.1 == "other" } } == 1)
  }

  @Test func sessionsAndFailedSavesAreCounted() throws {
    // The monitor of a site would also count the failed saves of other tests.
    let (logs, metrics) = (InMemoryLogHandler(), TestMetrics())
    let monitor = WebMonitor(logger: Logger(label: "test") { _ in logs }, metrics: metrics, tracer: InMemoryTracer())
    monitor.sessionBegan()
    monitor.sessionEnded(.expired)
    monitor.saveFailed(CancellationError(), of: "fileStorage(favorites.json)")
    #expect(try metrics.expectMeter("counterpoint.sessions").lastValue == 0)
    #expect(try metrics.expectCounter("counterpoint.sessions.ended", [("reason", "expired")]).totalValue == 1)
    #expect(try metrics.expectCounter("counterpoint.save.errors").totalValue == 1)
    let error = try #require(logs.entries.last)
    #expect(error.level == .error)
    #expect(error.message == "A shared value could not be saved")
    #expect(error.metadata["value"] == "fileStorage(favorites.json)")
  }

  @Test func namesOfActionsAreBounded() throws {
    let metrics = TestMetrics()
    let monitor = WebMonitor(metrics: metrics, tracer: InMemoryTracer())
    for row in 0..<2_000 { monitor.handleAction("field.row-\(row)") {} }
    monitor.handleAction("field.row-7") {}
    #expect(metrics.timers(label: "counterpoint.actions").count == 1_001)
    #expect(try metrics.expectTimer("counterpoint.actions", [("action", "other")]).values.count == 1_000)
    #expect(try metrics.expectTimer("counterpoint.actions", [("action", "field.row-7")]).values.count == 2)
  }

  @Test func errorsOfTheScriptAreWarnings() throws {
    let (logs, metrics) = (InMemoryLogHandler(), TestMetrics())
    let monitor = WebMonitor(logger: Logger(label: "test") { _ in logs }, metrics: metrics, tracer: InMemoryTracer())
    monitor.scriptFailed("There is no text.")
    #expect(try metrics.expectCounter("counterpoint.script.errors").totalValue == 1)
    let warning = try #require(logs.entries.last)
    #expect(warning.level == .warning)
    #expect(warning.metadata["error"] == "There is no text.")
  }

  @Test func spansOfEffectsActionsAndRequestsAreNested() async throws {
    let cookie = await watched.newCookie()
    var events = try #require(await watched.events(cookie))
    _ = await events.next()
    watched.tracer.clearFinishedSpans()
    let caller = ["in-memory-trace-id": "caller", "in-memory-span-id": "7"]
    #expect(await watched.send(.start, cookie, headers: caller) == 204)
    watched.endEffects()
    while let event = await events.next(), !event.contains("\"2\"") {}
    let spans = watched.tracer.finishedSpans
    let request = try #require(spans.first { $0.operationName == "POST /actions" })
    let action = try #require(spans.first { $0.operationName == "action" })
    let effect = try #require(spans.first { $0.operationName == "effect" })
    #expect(Set(spans.map(\.traceID)) == ["caller"])
    #expect(request.parentSpanID == "7")
    #expect(request.kind == .server)
    #expect(request.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(204))
    #expect(action.parentSpanID == request.spanID)
    #expect(action.attributes["counterpoint.action"]?.toSpanAttribute() == .string("start"))
    #expect(effect.parentSpanID == action.spanID)
    #expect(effect.attributes["counterpoint.effect"]?.toSpanAttribute() == .string("job"))
    // The spans of a client inside an effect are children of the effect's span.
    let client = try #require(spans.first { $0.operationName == "client" })
    #expect(client.parentSpanID == effect.spanID)
    #expect(try watched.metrics.expectMeter("counterpoint.effects").values == [1, 0])
  }

  @Test func logsHaveLevelsAndNoSecrets() async throws {
    let cookie = await watched.newCookie()
    #expect(await watched.get("/nowhere/secret").status == 404)
    #expect(await watched.send(.start, cookie) == 204)
    // Excludes the failed saves of other tests.
    let entries = watched.logs.entries.filter { $0.level != .error }
    #expect(
      entries.map { "\($0.level) \($0.message)" } == [
        "debug Request handled", "debug Request refused", "debug Request handled", "debug Session began",
        "trace Action handled", "debug Request handled",
      ]
    )
    let id = try #require(cookie.split(separator: "=").last)
    for entry in entries {
      let line = "\(entry.message) \(entry.metadata)"
      #expect(!line.contains(id) && !line.contains("secret"))
    }
  }

  @Test func warningsAreRateLimited() {
    let time = Locked(Duration.zero)
    let logs = InMemoryLogHandler()
    let monitor = WebMonitor(
      logger: Logger(label: "test") { _ in logs },
      metrics: TestMetrics(),
      tracer: InMemoryTracer()
    ) {
      time.withLock { $0 }
    }
    for _ in 1...1000 { monitor.requestRefused("no-room", status: 503) }
    monitor.requestRefused("no-room-for-effects", status: 503)
    time.withLock { $0 = .seconds(10) }
    for _ in 1...1000 { monitor.requestRefused("no-room", status: 503) }
    #expect(logs.entries.map(\.level) == [.warning, .warning, .warning])
    #expect(logs.entries.map { $0.metadata["count"] } == ["1", "1", "1000"])
  }
}

private struct WatchedSite: Sendable {
  enum Action: Codable, Equatable, Sendable {
    case start
    case done
  }

  let logs: InMemoryLogHandler
  let metrics = TestMetrics()
  let tracer = InMemoryTracer()
  private let site: WebSite<Int, Action>
  private let ends: AsyncStream<Void>.Continuation

  init() {
    var logs = InMemoryLogHandler()
    logs.logLevel = .trace
    let (end, ends) = AsyncStream.makeStream(of: Void.self)
    let monitor = WebMonitor(
      logger: Logger(label: "test") { [logs] _ in logs },
      metrics: metrics,
      tracer: tracer
    )
    self.logs = logs
    self.ends = ends
    let app = WebApp<Int, Action>(
      title: "Jobs",
      viewStore: { [tracer] actor in
        Store(initialState: 0, isolation: actor) {
          Reduce<Int, Action> { state, action in
            state += 1
            guard action == .start else { return .none }
            let job = Effect<Action>.run(name: "job") { _ in
              for await _ in end {}
              tracer.withSpan("client") { _ in }
            }
            return .concatenate(job, .send(.done))
          }
        }
        .view
      },
      screen: { state in
        html {
          Element(.p) { "\(state)" }
          Element.button(Action.start) { "Start" }
        }
      }
    )
    site = WebSite(app, monitor: monitor)
  }

  func endEffects() {
    ends.finish()
  }

  func get(_ path: String, query: String = "", cookie: String? = nil) async -> WebResponse {
    var headers = ["host": "localhost"]
    headers["cookie"] = cookie
    return await site.respond(to: WebRequest(method: "GET", path: path, query: query, headers: headers))
  }

  func newCookie() async -> String {
    let cookie = await get("/").header("set-cookie")
    return String(cookie?.prefix { $0 != ";" } ?? "")
  }

  func events(_ cookie: String) async -> EventStream.AsyncIterator? {
    guard case .events(let stream) = await get("/events", query: "since=0", cookie: cookie).body else { return nil }
    return stream.makeAsyncIterator()
  }

  func send(_ action: Action, _ cookie: String, headers more: [String: String] = [:]) async -> Int {
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = (ActionCode.encode(action) ?? "").utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return await site.respond(
      to: WebRequest(
        method: "POST",
        path: "/actions",
        headers: headers.merging(more) { $1 },
        body: .complete(Array("action=\(body.joined())".utf8))
      )
    ).status
  }
}
