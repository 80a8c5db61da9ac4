import ControlledClocks
import CounterpointCore
import CounterpointHTML
import CounterpointSessions
@_spi(Internals) import CounterpointSupport

/// A program that counts jobs: effects that run until the test ends them.
enum Jobs {
  struct State: Equatable, Sendable {
    var done = 0
    var name = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case job(Job)
    case named(String)
    case note
  }

  enum Job: Codable, Equatable, Sendable {
    case start(number: Int)
    case done
  }
}

/// A site with this program.
struct JobSite: Sendable {
  let site: WebSite<Jobs.State, Jobs.Action>
  private let ends: AsyncStream<Void>.Continuation

  init(limits: WebLimits = WebLimits(), monitor: (any SiteMonitor)? = nil) {
    let (end, ends) = AsyncStream.makeStream(of: Void.self)
    self.ends = ends
    let app = WebApp<Jobs.State, Jobs.Action>(
      title: "Jobs",
      acceptsOnlyOfferedActions: false,
      fields: { [WebField("name", $0.binding(get: \.name, send: Jobs.Action.named))] },
      viewStore: { actor in
        Store(initialState: Jobs.State(), isolation: actor) { Self.reducer(end) }.view
      },
      screen: { state in
        html {
          Element(.p) { "\(state.done)" }
          Element.button(Jobs.Action.job(.start(number: 1))) { "Start" }
          Element.button(Jobs.Action.note) { "Note" }
          Element.field("name", value: state.name)
        }
      }
    )
    site = WebSite(app, limits: limits, clock: TestClock(), monitor: monitor)
  }

  /// Ends all current and future jobs.
  func endJobs() {
    ends.finish()
  }

  private static func reducer(_ end: AsyncStream<Void>) -> Reduce<Jobs.State, Jobs.Action> {
    Reduce { state, action in
      switch action {
      case .job(.start):
        // The next action comes after the end of the job.
        return .concatenate(.run(name: "job") { _ in for await _ in end {} }, .send(.job(.done)))
      case .job(.done):
        state.done += 1
      case .named(let name):
        state.name = name
      case .note:
        break
      }
      return .none
    }
  }

  func get(_ path: String, query: String = "", cookie: String? = nil) async -> WebResponse {
    var headers = ["host": "localhost"]
    headers["cookie"] = cookie
    return await site.respond(to: WebRequest(method: "GET", path: path, query: query, headers: headers))
  }

  /// Loads the page without a cookie, and returns the cookie of the response.
  func newCookie() async -> String {
    let cookie = await get("/").header("set-cookie")
    return String(cookie?.prefix { $0 != ";" } ?? "")
  }

  func events(_ cookie: String) async -> EventStream.AsyncIterator? {
    guard case .events(let stream) = await get("/events", query: "since=0", cookie: cookie).body else { return nil }
    return stream.makeAsyncIterator()
  }

  func send(_ actions: Jobs.Action..., name: String? = nil, cookie: String) async -> WebResponse {
    var pairs = actions.map { "action=\(percentEncoded(ActionCode.encode($0) ?? ""))" }
    if let name { pairs.append("name=\(percentEncoded(name))") }
    let headers = [
      "host": "localhost", "origin": "http://localhost", "cookie": cookie,
      "content-type": "application/x-www-form-urlencoded",
    ]
    let body = Array(pairs.joined(separator: "&").utf8)
    return await site.respond(
      to: WebRequest(method: "POST", path: "/actions", headers: headers, body: .complete(body))
    )
  }
}

/// A monitor that records its events.
final class RecordingMonitor: SiteMonitor {
  private let lines = Locked<[String]>([])
  private let failedSaveLines = Locked<[String]>([])

  var events: [String] { lines.withLock { $0 } }

  /// Separate from the events, because other tests of the process can cause failed saves at the same time.
  var failedSaves: [String] { failedSaveLines.withLock { $0 } }

  private func record(_ line: String) {
    lines.withLock { $0.append(line) }
  }

  func sessionBegan() { record("session began") }
  func sessionEnded(_ reason: SessionEnd) { record("session ended: \(reason.rawValue)") }
  func streamOpened() { record("stream opened") }
  func streamClosed() { record("stream closed") }
  func eventsSent(bytes: Int) { record("sent \(bytes) bytes") }
  func sessionBlocked(_ name: String, for duration: Duration) { record("blocked: \(name) for \(duration)") }
  func scriptFailed(_ message: String) { record("script: \(message)") }
  func requestRefused(_ reason: String, status: Int) { record("refused \(status): \(reason)") }
  func saveFailed(_ error: any Error, of value: String) { failedSaveLines.withLock { $0.append("\(error), \(value)") } }

  func handleRequest(_ request: WebRequest, _ respond: () async -> WebResponse) async -> WebResponse {
    record("\(request.method) \(request.path)")
    let response = await respond()
    record("→ \(response.status)")
    return response
  }

  func handleAction(_ name: String, _ handle: () -> Void) {
    record("action \(name)")
    handle()
    record("handled \(name)")
  }

  func runEffect(_ effect: WebEffect, _ operation: @Sendable () async -> Void) async {
    record("effect \(effect.name ?? "")")
    await operation()
    record("ended \(effect.name ?? "")")
  }
}
