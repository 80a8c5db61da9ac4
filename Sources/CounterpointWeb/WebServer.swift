#if Web
public import CounterpointSessions
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import ServiceLifecycle

/// Brings the requests of browsers to a site, and carries its answers: HTTP/1.1 on Hummingbird.
///
/// ```swift
/// let server = WebServer(WebSite(app, hosts: ["localhost", "127.0.0.1"]), port: 8080)
/// try await server.run()
/// ```
///
/// There is only this module behind the package trait `Web`; everything that decides anything is in `CounterpointSessions`, and tested
/// there without a network. Put a proxy in front of it for HTTPS.
public struct WebServer<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  private let site: WebSite<ViewState, ViewAction>
  private let host: String
  private let port: Int
  private let logger: Logger

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - site: What it serves.
  ///   - host: The address that it listens on. The default can only be reached from this computer.
  ///   - port: The port; 0 for any that is free.
  ///   - logger: Gets what the server does, by default nothing. What happens on the site is for its monitor: see ``WebMonitor``.
  public init(
    _ site: WebSite<ViewState, ViewAction>,
    host: String = "127.0.0.1",
    port: Int = 8080,
    logger: Logger? = nil
  ) {
    self.site = site
    self.host = host
    self.port = port
    self.logger = logger ?? Logger(label: "counterpoint.web") { _ in SwiftLogNoOpLogHandler() }
  }

  /// Serves until the task is cancelled or the process is asked to end (SIGTERM, Ctrl-C): then pages are told at once, and they look
  /// for the server until it is there again.
  ///
  /// - Parameter didStart: Called with the port as soon as browsers can come.
  /// - Throws: What keeps it from listening.
  public func run(didStart: @escaping @Sendable (_ port: Int) -> Void = { _ in }) async throws {
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { [site] request, _ in await respond(to: request, site) },
      server: .http1(
        // A connection that is idle is closed; an open event stream is not, it is a request in progress.
        configuration: HTTP1Channel.Configuration(
          idleTimeout: .seconds(60),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8 << 10,
            maxHeaderListSize: 16 << 10,
            maxHeaderFieldCount: 100
          )
        )
      ),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), backlog: 1024),
      services: [Caretaker(site: site)],
      onServerRunning: { channel in didStart(channel.localAddress?.port ?? 0) },
      logger: logger
    )
    try await application.runService()
  }
}

/// Looks after a site as long as its server runs.
private struct Caretaker<ViewState: Sendable, ViewAction: Codable & Sendable>: Service, CustomStringConvertible {
  let site: WebSite<ViewState, ViewAction>

  /// For logs, which would hold all of the site otherwise.
  var description: String { "WebSite" }

  func run() async throws {
    await cancelWhenGracefulShutdown { await site.run() }
  }
}

private func respond<ViewState, ViewAction>(
  to request: Request,
  _ site: WebSite<ViewState, ViewAction>
) async -> Response {
  var headers: [String: String] = [:]
  for field in request.headers {
    let name = field.name.canonicalName
    headers[name] = headers[name].map { "\($0), \(field.value)" } ?? field.value
  }
  // A request of HTTP has its host apart.
  headers["host"] = request.head.authority
  let answer = await site.respond(
    to: WebRequest(
      method: request.method.rawValue,
      path: request.uri.path,
      query: request.uri.query ?? "",
      headers: headers,
      body: await body(of: request, limit: site.limits.bodySize)
    )
  )
  return response(answer, to: request)
}

private func body(of request: Request, limit: Int) async -> WebRequest.Body {
  // Not of a GET: its stream of parts tells when the browser has gone.
  guard request.method == .post else { return .complete([]) }
  guard let buffer = try? await request.body.collect(upTo: limit) else { return .tooLarge }
  return .complete(Array(buffer.readableBytesView))
}

private func response(_ answer: WebResponse, to request: Request) -> Response {
  var headers = HTTPFields()
  for (name, value) in answer.headers {
    if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
  }
  // What is left of a body that is too large is not worth reading.
  if answer.status == 413 { headers[.connection] = "close" }
  let body: ResponseBody
  switch answer.body {
  case .text(let text):
    body = request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: text))
  case .events(let stream):
    body = ResponseBody { writer in
      try await request.body.consumeWithCancellationOnInboundClose { _ in
        // The server does not end before its answers have, and this one would not end by itself.
        try await withGracefulShutdownHandler {
          for await piece in stream { try await writer.write(ByteBuffer(string: piece)) }
        } onGracefulShutdown: {
          stream.finish()
        }
      }
      try await writer.finish(nil)
    }
  }
  return Response(status: HTTPResponse.Status(code: answer.status), headers: headers, body: body)
}
#endif
