import CounterpointHTML
@_spi(Internals) import CounterpointSupport
import DependencyInjection
import Foundation
import IssueReporting

/// A program with its sessions, as a function from requests to responses. It does no networking: a server or a test
/// passes it requests.
///
/// | request | response |
/// | --- | --- |
/// | `GET /`, or an address of ``WebAddresses`` | the page, and a signed cookie for a new user |
/// | `POST` to a page | handles a form, then redirects to the page; used without the script |
/// | `POST /actions` | handles the inputs of the script, with an empty response |
/// | `GET /events` | the changes of the page as a stream |
/// | `GET /counterpoint-files/…` | a file that a page of the same browser offers |
/// | `GET /counterpoint.js`, `GET /style.css` | the script and the style sheet |
/// | `GET` of the path of a ``WebAsset`` | a file of the program |
///
/// Any other request gets a status of at least 400 and a line with the reason, and changes nothing.
///
/// A page load starts no session: the first stream or action with the cookie does, or the reload of a page that is busy
/// (``WebApp/isBusy``). The stores inherit the dependencies that were current when the site was created.
public struct WebSite<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let app: WebApp<ViewState, ViewAction>
  private(set) var assets: Assets
  let mount: MountPath
  let sessions: SessionStore<ViewState, ViewAction>
  let cookies: SessionCookies
  let publicOrigin: WebOrigin?
  let dependencies: DependencyValues.Continuation
  private let hosts: Set<String>
  private let sleep: @Sendable (Duration) async throws -> Void
  let activity: SiteActivity
  /// The first page loads of an address, which need more than the threads of sessions. Enough at once to keep all
  /// processors busy.
  let firstPages: AddressGate
  /// The limits that the site enforces.
  public let limits: WebLimits

  /// The hosts by which this computer reaches itself. Other computers can't use them.
  public static var loopbackHosts: Set<String> { ["localhost", "127.0.0.1", "[::1]"] }

  /// Creates a site.
  ///
  /// - Parameters:
  ///   - app: The program. Its stores inherit the current dependencies.
  ///   - path: The path of the page, such as `/board`, if the host has other pages, too. The site's other paths are
  ///     below it.
  ///   - limits: The limits that the site enforces.
  ///   - publicOrigin: The origin in browsers, such as `https://example.org`. Required behind a proxy that terminates
  ///     TLS or changes the header `Host`. Actions from any other origin are refused to prevent CSRF. With `https`,
  ///     the cookie is sent over TLS only.
  ///   - hosts: The allowed values of the header `Host`, without ports, to prevent DNS rebinding attacks. `nil`
  ///     allows ``loopbackHosts`` and the host of `publicOrigin`. Specify the hosts if other computers reach the site
  ///     by any other name.
  ///   - cookieName: The name of the cookie, of letters, digits, `-` and `_`. `nil` for `counterpoint-session`,
  ///     followed by the path, and by the port if it is not the default one. With a secure `publicOrigin`, it has the
  ///     prefix `__Host-`.
  ///   - key: The key that signs cookies. With the default, cookies are valid until the process ends.
  ///   - clock: The clock of limits, ages and expiration.
  ///   - monitor: Receives the events of the site, for logs, metrics and traces; `nil` for none.
  ///   - visitors: The storage by which visitors move between processes; `nil` if they end with the process. All
  ///     processes need the same `key`. A program without a snapshot is reported as an issue, and its visitors are not
  ///     stored: see <doc:VisitorsSurviveADeployment>.
  ///   - saving: The moments at which visitors are stored.
  public init(
    _ app: WebApp<ViewState, ViewAction>,
    path: String = "/",
    limits: WebLimits = WebLimits(),
    publicOrigin: WebOrigin? = nil,
    hosts: Set<String>? = nil,
    cookieName: String? = nil,
    key: SessionKey = SessionKey(),
    clock: some Clock<Duration> = ContinuousClock(),
    monitor: (any SiteMonitor)? = nil,
    visitors: (any VisitorStore)? = nil,
    saving: VisitorSaving = .quiet(every: .seconds(5))
  ) {
    let mount = MountPath(path)
    self.init(
      app,
      at: mount,
      limits: limits,
      publicOrigin: publicOrigin,
      hosts: hosts,
      cookies: SessionCookies(name: cookieName, origin: publicOrigin, key: key, mount: mount),
      clock: clock,
      date: .seconds(Date().timeIntervalSince1970),
      monitor: monitor,
      visitors: visitors,
      saving: saving
    )
  }

  /// Creates a site at a date. The clock continues from that date. Cookies hold times since 1970, because other
  /// processes read them.
  init(
    _ app: WebApp<ViewState, ViewAction>,
    at mount: MountPath = MountPath("/"),
    limits: WebLimits,
    publicOrigin: WebOrigin?,
    hosts: Set<String>?,
    cookies: SessionCookies,
    clock: some Clock<Duration>,
    date: Duration,
    monitor: (any SiteMonitor)? = nil,
    visitors: (any VisitorStore)? = nil,
    saving: VisitorSaving = .quiet(every: .seconds(5)),
    threads: (any SessionScheduler)? = nil
  ) {
    let start = clock.now
    let app = app.mounted(at: mount)
    let threads: any SessionScheduler = threads ?? (SimulatedProcess.isCurrent ? SessionTasks() : SessionThreads.shared)
    self.app = app
    self.mount = mount
    self.assets = Assets(styleSheet: app.styleSheet, assets: app.assets, at: mount)
    self.limits = limits
    self.publicOrigin = publicOrigin
    self.hosts = Set(
      (hosts ?? Self.loopbackHosts.union(publicOrigin.map { [$0.authority.host] } ?? [])).map {
        WebAuthority.withoutDot($0.lowercasedASCII())
      }
    )
    self.cookies = cookies
    let sleep: @Sendable (Duration) async throws -> Void = { try await clock.sleep(for: $0) }
    self.sleep = sleep
    self.activity = SiteActivity(monitor: monitor, limits: limits)
    self.firstPages = AddressGate(limit: max(4, 2 * threads.width))
    let dependencies = withEscapedDependencies { $0 }
    self.dependencies = dependencies
    var settings: VisitorSettings?
    if let visitors, app.isStorable {
      settings = VisitorSettings(
        store: visitors,
        saving: saving,
        key: cookies.key,
        lifetime: limits.timeToLive,
        sleep: sleep
      )
    } else if visitors != nil {
      reportIssue(
        """
        The visitors of '\(app.title)' are not stored, because its program has no snapshot: create it with \
        'WebApp(title:initialState:store:snapshot:viewStore:screen:)'.
        """
      )
    }
    self.sessions = SessionStore(
      app: app,
      limits: limits,
      dependencies: dependencies,
      activity: activity,
      visitors: settings,
      threads: threads
    ) {
      date + start.duration(to: clock.now)
    }
  }

  /// The number of sessions. A page load starts none, except the reload of a page that is busy.
  public var sessionCount: Int { sessions.count }

  /// Ends all sessions of an account in this process, with their streams and effects. Can be called from any thread.
  ///
  /// - Parameter account: The account, which programs set by ``WebSession/setAccount``.
  /// - Returns: The number of ended sessions.
  @discardableResult
  public func endSessions(of account: String) -> Int {
    sessions.endSessions(of: account)
  }

  /// Expires sessions until the task is canceled. The end of a session releases its store and cancels its effects.
  ///
  /// With a storage of visitors, it also keeps their leases valid. At the end, it stores all visitors and releases
  /// them for other processes, within ten seconds. Temporary files are removed at the end.
  public func run() async {
    defer { sessions.files.removeFolder() }
    guard let visitors = sessions.visitors else { return await expireSessions() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await visitors.store.run() }
      // The first storage of a snapshot is at most a heartbeat older than the latest refresh.
      group.addTask { [sleep, limits, sessions] in
        while (try? await sleep(limits.timeToLive / 2)) != nil { await sessions.refreshStoredSnapshots() }
      }
      await expireSessions()
      await storeAll()
      group.cancelAll()
    }
  }

  private func expireSessions() async {
    while !Task.isCancelled, (try? await sleep(limits.heartbeat)) != nil {
      sessions.reportBlocking()
      sessions.wakeAll()
      sessions.expire()
    }
    sessions.finishStreams()
  }

  /// Stores all visitors. Runs in a task of its own, because the current one is canceled already.
  private func storeAll() async {
    let sessions = sessions
    let done = Promise<Void>()
    let release = Task {
      await sessions.releaseAll()
      done.resume(with: .success(()))
    }
    // A server that is asked to end must end, even if a storage never answers.
    let limit = Task { [sleep] in
      try await sleep(.seconds(10))
      release.cancel()
      done.resume(with: .success(()))
    }
    await Task { try? await done.value }.value
    limit.cancel()
  }

  /// Returns whether a path is one of the site's: that of a page, or one that a page uses. Other responders of the same
  /// host can have all other paths.
  ///
  /// - Parameters:
  ///   - path: The path of a request.
  ///   - query: The text after the question mark.
  public func handles(_ path: String, query: String = "") -> Bool {
    guard let local = mount.local(path) else { return false }
    if isReserved(local) { return true }
    guard let addresses = app.addresses else { return local == "/" }
    return addresses.place(Self.address(local, query)) != nil
  }

  /// Returns the address of a path and a query.
  static func address(_ path: String, _ query: String) -> String {
    query.isEmpty ? path : "\(path)?\(query)"
  }

  /// Responds to a request.
  public func respond(to request: WebRequest) async -> WebResponse {
    var request = request
    // A path outside of the site's matches nothing.
    request.path = mount.local(request.path) ?? ""
    guard let monitor = activity.monitor else { return await response(to: request) }
    return await monitor.handleRequest(request) { await response(to: request) }
  }

  private func response(to request: WebRequest) async -> WebResponse {
    do throws(Refusal) {
      try checkHost(request)
      if let asset = assets[request.path] { return try asset.response(to: request) }
      switch request.path {
      case "/actions", "/events", CurrentPage.path: break
      case _ where isFile(request.path): break
      default: guard isPage(request) else { throw .notFound }
      }
      try sessions.admit(address(request))
      switch request.path {
      case "/actions": return try await actions(request)
      case "/events": return try await events(request)
      case CurrentPage.path: return try await currentPage(request)
      case _ where isFile(request.path): return try file(request)
      default: return try await page(request)
      }
    } catch {
      activity.refused(error)
      return refuse(error, request)
    }
  }

  /// Returns the site with compressed variants of its assets that are texts. Servers call it once.
  ///
  /// - Parameters:
  ///   - coding: The name of the content coding, as in `gzip`.
  ///   - encode: Compresses bytes; `nil` if that fails.
  package func encodingAssets(as coding: String, _ encode: ([UInt8]) -> [UInt8]?) -> Self {
    var site = self
    site.assets.encode(as: coding, encode)
    return site
  }

  /// Whether no page can have a path.
  private func isReserved(_ path: String) -> Bool {
    ["/actions", "/events", CurrentPage.path].contains(path) || assets[path] != nil || isFile(path)
  }

  /// Whether the path of a request can be that of a page.
  func isPage(_ request: WebRequest) -> Bool {
    guard app.addresses != nil else { return request.path == "/" }
    return request.path.hasBytes(prefix: "/") && !isReserved(request.path)
  }

  private func isFile(_ path: String) -> Bool { path.hasBytes(prefix: DownloadLink.path) }

  /// Returns the unit of the limits per address; `nil` for a loopback address, which has no limits.
  func address(_ request: WebRequest) -> AddressKey? {
    request.remoteAddress.map { AddressKey($0) }.flatMap { $0.isLoopback ? nil : $0 }
  }

  private func checkHost(_ request: WebRequest) throws(Refusal) {
    guard let authority = request.headers["host"].flatMap({ WebAuthority($0) }), hosts.contains(authority.host) else {
      throw .unknownHost
    }
  }
}
