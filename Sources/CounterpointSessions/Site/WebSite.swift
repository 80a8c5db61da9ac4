import CounterpointHTML

/// A program, its visitors, and what it answers to their requests. It knows no network: a server brings it requests and carries its
/// answers, and so does a test.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /` | the page; who is new gets a session |
/// | `POST /` | does what a form says, then leads back to the page: all that is needed without the script |
/// | `POST /actions` | the same for the script, which gets an empty answer |
/// | `GET /events` | the changes of the page, as they come |
/// | `GET /counterpoint.js`, `GET /style.css` | the script and the style sheet |
///
/// Anything else gets a status from 400 on and a line that says why, and changes nothing for anybody.
public struct WebSite<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let app: WebApp<ViewState, ViewAction>
  let table: SessionTable<ViewState, ViewAction>
  private let hosts: Set<String>?
  private let sleep: @Sendable (Duration) async throws -> Void
  let activity: SiteActivity
  /// What the site bears.
  public let limits: WebLimits

  /// Opens a site.
  ///
  /// - Parameters:
  ///   - app: The program.
  ///   - limits: What the site bears.
  ///   - hosts: The names that browsers may call it by, without ports; `nil` for any. Name them where you can: else a foreign page
  ///     whose name is made to lead here can act for a visitor.
  ///   - clock: Tells who has been away for how long.
  ///   - monitor: Receives what happens on the site, for logs, metrics and traces; `nil` for nothing.
  public init(
    _ app: WebApp<ViewState, ViewAction>,
    limits: WebLimits = WebLimits(),
    hosts: Set<String>? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    monitor: (any SiteMonitor)? = nil
  ) {
    let start = clock.now
    self.app = app
    self.limits = limits
    self.hosts = hosts
    self.sleep = { try await clock.sleep(for: $0) }
    self.activity = SiteActivity(monitor: monitor, limits: limits)
    self.table = SessionTable(app: app, limits: limits, activity: activity) { start.duration(to: clock.now) }
  }

  /// How many visitors are remembered.
  public var visitorCount: Int { table.count }

  /// Looks after the site until the task is cancelled: forgets visitors who have left, with their effects.
  public func run() async {
    while !Task.isCancelled, (try? await sleep(limits.heartbeat)) != nil {
      table.wakeAll()
      table.forgetAbandoned()
    }
    table.finishStreams()
  }

  /// Answers a request.
  public func respond(to request: WebRequest) async -> WebResponse {
    guard let monitor = activity.monitor else { return await response(to: request) }
    return await monitor.handleRequest(request) { await response(to: request) }
  }

  private func response(to request: WebRequest) async -> WebResponse {
    do throws(Refusal) {
      try checkHost(request)
      switch request.path {
      case "/": return try await page(request)
      case "/actions": return try await actions(request)
      case "/events": return try events(request)
      case "/counterpoint.js": return try script(request)
      case "/style.css": return try styleSheet(request)
      default: throw .notFound
      }
    } catch {
      activity.refused(error)
      return refuse(error, request)
    }
  }

  private func checkHost(_ request: WebRequest) throws(Refusal) {
    guard let hosts else { return }
    guard let host = request.headers["host"] else { throw .unknownHost }
    // Without the port; the last colon of an address in brackets may be inside it.
    let name = host.lastIndex(of: ":").map { host[$0...].contains("]") ? host[...] : host[..<$0] } ?? host[...]
    guard hosts.contains(name.lowercased()) else { throw .unknownHost }
  }
}
