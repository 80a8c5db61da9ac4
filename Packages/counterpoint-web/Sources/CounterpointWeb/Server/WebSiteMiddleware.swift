public import CounterpointSessions
public import Hummingbird
public import ServiceLifecycle

/// Serves a site inside of a Hummingbird application, beside its own routes.
///
/// ```swift
/// let site = WebSite(guestBook(), path: "/guests")
/// let router = Router(context: PeerContext.self)
/// router.add(middleware: WebSiteMiddleware(site))
/// router.get("/status") { _, _ in "running" }
/// var app = Application(router: router)
/// app.addServices(WebSiteService(site))
/// ```
///
/// All other paths go to the next responder: see `WebSite.handles(_:)`. The application's server determines the
/// deadlines and the number of connections. ``WebServer`` has limits for both, which a server of the application's own
/// should have, too. An application waits for a client that does not read its response: bound its end by
/// `maximumGracefulShutdownDuration` of the `ServiceGroup` that runs it.
///
/// The limits per address need a context that is a `RemoteAddressRequestContext`. Without one, all clients count as
/// unknown, and there are no such limits.
public struct WebSiteMiddleware<ViewState: Sendable, ViewAction: Codable & Sendable, Context: RequestContext>:
  RouterMiddleware
{
  private let responder: SiteResponder<ViewState, ViewAction>

  /// Creates the middleware of a site.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - trustedProxies: The IP addresses of reverse proxies, whose header `X-Forwarded-For` is believed.
  ///   - shutdownDeadline: The time in which a request has to arrive completely after the begin of a graceful
  ///     shutdown. Then its connection is closed, because the application waits for it. The application's server
  ///     determines how long requests of other responders may take.
  public init(
    _ site: WebSite<ViewState, ViewAction>,
    trustedProxies: Set<String> = [],
    shutdownDeadline: Duration = .seconds(10)
  ) {
    responder = SiteResponder(
      site: site.withCompressedAssets(),
      trustedProxies: ClientAddress.canonical(trustedProxies),
      shutdownDeadline: shutdownDeadline
    )
  }

  /// Responds to a request of the site, and passes all others on.
  public func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard responder.site.handles(request.uri.path, query: request.uri.query ?? "") else {
      return try await next(request, context)
    }
    return try await responder.respond(
      to: request,
      from: (context as? any RemoteAddressRequestContext)?.remoteAddress,
      closing: nil,
      isReady: { !Task.isShuttingDownGracefully }
    )
  }
}

/// Ends unused sessions of a site, and stores its visitors at the end: a service of the application that has the
/// site's ``WebSiteMiddleware``.
public struct WebSiteService<ViewState: Sendable, ViewAction: Codable & Sendable>: Service, CustomStringConvertible {
  private let site: WebSite<ViewState, ViewAction>

  /// Creates the service of a site.
  ///
  /// - Parameter site: The site.
  public init(_ site: WebSite<ViewState, ViewAction>) {
    self.site = site
  }

  /// The name in logs, which would otherwise contain the whole site.
  public var description: String { "WebSite" }

  /// Runs until the graceful shutdown of the application.
  public func run() async throws {
    await cancelWhenGracefulShutdown { await site.run() }
  }
}
