import CounterpointSessions
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// The context of a request.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The connection of the request.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// Passes requests to a site, and answers health checks itself.
struct Responder<ViewState: Sendable, ViewAction: Codable & Sendable>: HTTPResponder {
  let site: WebSite<ViewState, ViewAction>
  let options: WebServerOptions
  let readiness: Readiness

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    if let response = healthResponse(to: request) ?? accessResponse(to: request) { return response }
    // The target '*' is the server itself.
    if request.method == .options, request.uri.string == "*" {
      return Response(status: .noContent, headers: [.allow: "GET, HEAD, POST"])
    }
    return try await SiteResponder(site: site, trustedProxies: options.trustedProxies).respond(
      to: request,
      from: context.channel.remoteAddress,
      closing: context.channel.closeFuture,
      isReady: { [readiness] in readiness.isReady }
    )
  }

  private func healthResponse(to request: Request) -> Response? {
    guard let path = options.healthPath, request.method == .get || request.method == .head else { return nil }
    switch request.uri.path {
    case "\(path)/live": return .plain(.ok, "live", to: request)
    case "\(path)/ready":
      let isReady = readiness.isReady
      return .plain(isReady ? .ok : .serviceUnavailable, isReady ? "ready" : "shutting down", to: request)
    default: return nil
    }
  }

  /// The response to a request that does not reach the site because of the access token.
  private func accessResponse(to request: Request) -> Response? {
    guard let token = options.accessToken else { return nil }
    let decision = AccessToken(token: token).decide(
      path: request.uri.path,
      query: request.uri.query ?? "",
      host: request.head.authority,
      cookies: request.headers[values: .cookie].joined(separator: ";")
    )
    switch decision {
    case .admitted: return nil
    case .redirect(let location, let cookie):
      return Response(
        status: .seeOther,
        headers: [.location: location, .setCookie: cookie, .cacheControl: "no-store"]
      )
    case .refused:
      return .plain(.forbidden, "Open the address with the token that the program has printed.", to: request)
    }
  }
}
