import CounterpointHTML
import DependencyInjection
import Foundation

/// A program, its visitors, and what it answers to their requests. It knows no network: a server brings it requests
/// and carries its answers, and so does a test.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /` | the page, and a signed cookie for a new visitor |
/// | `POST /` | does what a form says, then leads back to the page: all that is needed without the script |
/// | `POST /actions` | the same for the script, which gets an empty answer |
/// | `GET /events` | the changes of the page, as they come |
/// | `GET /counterpoint.js`, `GET /style.css` | the script and the style sheet |
///
/// Any other request gets a status from 400 on and a line that says why, and changes nothing.
///
/// A page load makes no session: the first stream or action that brings the cookie does. Visitors' stores have the
/// dependencies that were current when the site was made.
public struct WebSite<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let app: WebApp<ViewState, ViewAction>
  let table: SessionTable<ViewState, ViewAction>
  let cookies: SessionCookies
  let publicOrigin: WebOrigin?
  let dependencies: DependencyValues.Continuation
  private let hosts: Set<String>
  private let sleep: @Sendable (Duration) async throws -> Void
  let activity: SiteActivity
  /// The limits that the site enforces.
  public let limits: WebLimits

  /// The names of this computer, which no other computer can be reached by.
  public static var loopbackHosts: Set<String> { ["localhost", "127.0.0.1", "[::1]"] }

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - app: The program. Its stores get the dependencies that are current here.
  ///   - limits: The limits that the site enforces.
  ///   - publicOrigin: The origin that browsers show, such as `https://example.org`. Required behind a proxy, which
  ///     ends TLS or sends another `Host`. Actions come from exactly this origin then. With `https` the cookie
  ///     travels over TLS only.
  ///   - hosts: The allowed values of the header `Host`, without ports, to prevent DNS rebinding attacks. `nil`
  ///     allows ``loopbackHosts`` and the host of `publicOrigin`. A site that other computers reach in any other way
  ///     names its hosts.
  ///   - cookieName: The name of the cookie, of letters, digits, `-` and `_`. `nil` for `counterpoint-session`,
  ///     followed by the port if it is not the default one. With a secure `publicOrigin` the name is prefixed with
  ///     `__Host-`.
  ///   - key: The key that signs cookies. With the default, cookies are valid until the process ends.
  ///   - clock: The clock of limits, ages and expiration.
  ///   - monitor: Receives the events of the site, for logs, metrics and traces; `nil` for nothing.
  public init(
    _ app: WebApp<ViewState, ViewAction>,
    limits: WebLimits = WebLimits(),
    publicOrigin: WebOrigin? = nil,
    hosts: Set<String>? = nil,
    cookieName: String? = nil,
    key: SessionKey = SessionKey(),
    clock: some Clock<Duration> = ContinuousClock(),
    monitor: (any SiteMonitor)? = nil
  ) {
    self.init(
      app,
      limits: limits,
      publicOrigin: publicOrigin,
      hosts: hosts,
      cookies: SessionCookies(name: cookieName, origin: publicOrigin, key: key),
      clock: clock,
      date: .seconds(Date().timeIntervalSince1970),
      monitor: monitor
    )
  }

  /// Creates a site at a date: cookies hold times that another process reads, so that they count from 1970. The clock
  /// counts on from it.
  init(
    _ app: WebApp<ViewState, ViewAction>,
    limits: WebLimits,
    publicOrigin: WebOrigin?,
    hosts: Set<String>?,
    cookies: SessionCookies,
    clock: some Clock<Duration>,
    date: Duration,
    monitor: (any SiteMonitor)? = nil
  ) {
    let start = clock.now
    self.app = app
    self.limits = limits
    self.publicOrigin = publicOrigin
    self.hosts = Set(
      (hosts ?? Self.loopbackHosts.union(publicOrigin.map { [$0.authority.host] } ?? [])).map { $0.lowercased() }
    )
    self.cookies = cookies
    self.sleep = { try await clock.sleep(for: $0) }
    self.activity = SiteActivity(monitor: monitor, limits: limits)
    let dependencies = withEscapedDependencies { $0 }
    self.dependencies = dependencies
    self.table = SessionTable(app: app, limits: limits, dependencies: dependencies, activity: activity) {
      date + start.duration(to: clock.now)
    }
  }

  /// The number of sessions. Visitors that have only loaded the page have none.
  public var visitorCount: Int { table.count }

  /// Ends all sessions of an account, with their streams and effects. From any thread.
  ///
  /// - Parameter account: The account that programs have set by ``WebSession/setAccount``.
  /// - Returns: How many sessions there were.
  @discardableResult
  public func endSessions(of account: String) -> Int {
    table.endSessions(of: account)
  }

  /// Expires sessions until the task is canceled: with a session goes its store, and with the store its effects.
  public func run() async {
    while !Task.isCancelled, (try? await sleep(limits.heartbeat)) != nil {
      table.wakeAll()
      table.expire()
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
      case "/", "/actions", "/events": try table.admit(address(request))
      default: break
      }
      switch request.path {
      case "/": return try await page(request)
      case "/actions": return try await actions(request)
      case "/events": return try await events(request)
      case "/counterpoint.js": return try script(request)
      case "/style.css": return try styleSheet(request)
      default: throw .notFound
      }
    } catch {
      activity.refused(error)
      return refuse(error, request)
    }
  }

  func address(_ request: WebRequest) -> AddressKey? {
    request.remoteAddress.flatMap { AddressKey($0) }
  }

  private func checkHost(_ request: WebRequest) throws(Refusal) {
    guard let authority = request.headers["host"].flatMap({ WebAuthority($0) }), hosts.contains(authority.host) else {
      throw .unknownHost
    }
  }
}
