#if Web
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
    var headers: [String: String] = [:]
    for field in request.headers {
      let name = field.name.canonicalName
      headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
    }
    // Hummingbird stores the Host header separately.
    headers["host"] = request.head.authority
    let body = try await body(of: request)
    if body == .tooLarge, request.method != .post {
      return plain(.contentTooLarge, "The request is too large.")
    }
    let siteResponse = await site.respond(
      to: WebRequest(
        method: request.method.rawValue,
        path: request.uri.path,
        query: request.uri.query ?? "",
        headers: headers,
        body: body,
        remoteAddress: ClientAddress.resolve(
          peer: ClientAddress.text(of: context.channel.remoteAddress),
          forwardedFor: headers["x-forwarded-for"],
          trusted: options.trustedProxies
        )
      )
    )
    return response(siteResponse, to: request, on: context.channel)
  }

  private func healthResponse(to request: Request) -> Response? {
    guard let path = options.healthPath, request.method == .get || request.method == .head else { return nil }
    switch request.uri.path {
    case "\(path)/live": return plain(.ok, "live")
    case "\(path)/ready":
      return readiness.isReady ? plain(.ok, "ready") : plain(.serviceUnavailable, "shutting down")
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
    case .refused: return plain(.forbidden, "Open the address with the token that the program has printed.")
    }
  }

  private func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "\(text)\n"))
    )
  }

  /// Reads a body up to the limit of the site. A `GET` can have one, too.
  private func body(of request: Request) async throws -> WebRequest.Body {
    let limit = site.limits.bodySize
    if let length = request.headers[.contentLength] {
      // The rest of a body that is too large is not read: the connection is closed after the response.
      guard let length = Int(length), length <= limit else { return .tooLarge }
    } else if request.headers[.transferEncoding] == nil {
      return .complete([])
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= limit else { return .tooLarge }
      bytes += buffer.readableBytesView
    }
    return .complete(bytes)
  }

  private func response(_ siteResponse: WebResponse, to request: Request, on channel: any Channel) -> Response {
    var headers = HTTPFields()
    for (name, value) in siteResponse.headers {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    let body: ResponseBody
    switch siteResponse.body {
    case .text(let text):
      body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: text))
    case .events(let stream):
      // Ends the stream as soon as the connection is closed, instead of with the next write.
      channel.closeFuture.whenComplete { _ in stream.finish() }
      body = ResponseBody { [readiness] writer in
        try await withGracefulShutdownHandler {
          for await chunk in stream { try await writer.write(ByteBuffer(string: chunk)) }
        } onGracefulShutdown: {
          stream.finish()
        }
        // Adds jitter to the reconnections of all pages, in milliseconds.
        if !readiness.isReady {
          try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 1000...3000))\n\n"))
        }
        try await writer.finish(nil)
      }
    }
    return Response(status: HTTPResponse.Status(code: siteResponse.status), headers: headers, body: body)
  }
}
#endif
