import CounterpointSessions
@_spi(Internals) import CounterpointSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// Turns requests of Hummingbird into those of a site, and the site's responses into those of Hummingbird.
struct SiteResponder<ViewState: Sendable, ViewAction: Codable & Sendable>: Sendable {
  let site: WebSite<ViewState, ViewAction>
  let trustedProxies: Set<String>
  /// The time in which a body has to arrive after the begin of a graceful shutdown; `nil` if the server closes
  /// connections by itself.
  var shutdownDeadline: Duration?

  /// Responds to a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - peer: The other end of the connection.
  ///   - closing: Succeeds when the connection is closed; `nil` if that is noticed with the next write only.
  ///   - isReady: Whether the server accepts new sessions.
  func respond(
    to request: Request,
    from peer: SocketAddress?,
    closing: EventLoopFuture<Void>?,
    isReady: @escaping @Sendable () -> Bool
  ) async throws -> Response {
    var headers: [String: String] = [:]
    for field in request.headers {
      let name = field.name.canonicalName
      // A client of HTTP/2 may send each cookie in a field of its own (RFC 9113, 8.2.3).
      let separator = field.name == .cookie ? "; " : ", "
      headers[name] = headers[name].map { $0 + separator + field.value } ?? field.value
    }
    // Hummingbird stores the Host header separately.
    headers["host"] = request.head.authority
    let webRequest = WebRequest(
      method: request.method.rawValue,
      path: request.uri.path,
      query: request.uri.query ?? "",
      headers: headers,
      remoteAddress: ClientAddress.resolve(
        peer: ClientAddress.text(of: peer),
        forwardedFor: headers["x-forwarded-for"],
        trusted: trustedProxies
      )
    )
    let hasBody = request.headers[.contentLength] != nil || request.headers[.transferEncoding] != nil
    let siteResponse: WebResponse?
    if let shutdownDeadline, hasBody {
      let arrived = try await untilShutdown(within: shutdownDeadline) { [self] in
        try await self.siteResponse(to: webRequest, from: request)
      }
      guard let arrived else { return .incomplete }
      siteResponse = arrived
    } else {
      siteResponse = try await self.siteResponse(to: webRequest, from: request)
    }
    guard let siteResponse else { return .plain(.contentTooLarge, "The request is too large.", to: request) }
    return response(siteResponse, to: request, closing: closing, isReady: isReady)
  }

  /// Reads the body of a request, and returns the response of the site; `nil` if the body is too large for a request
  /// without inputs.
  private func siteResponse(to webRequest: WebRequest, from request: Request) async throws -> WebResponse? {
    var webRequest = webRequest
    webRequest.body = try await body(of: request)
    if case .tooLarge = webRequest.body, request.method != .post { return nil }
    return await site.respond(to: webRequest)
  }

  /// Runs an operation, and cancels it some time after the begin of a graceful shutdown.
  ///
  /// - Returns: The result; `nil` if the operation was canceled because of the shutdown.
  private func untilShutdown<Result: Sendable>(
    within deadline: Duration,
    _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result? {
    let task = Task { try await operation() }
    let isOver = Locked(false)
    let timer = Locked<Task<Void, Never>?>(nil)
    defer { timer.withLock(\.self)?.cancel() }
    return try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        let result = await task.result
        return isOver.withLock(\.self) ? nil : try result.get()
      } onGracefulShutdown: {
        let waiting = Task {
          guard (try? await Task.sleep(for: deadline)) != nil else { return }
          isOver.withLock { $0 = true }
          task.cancel()
        }
        timer.withLock { $0 = waiting }
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// Reads a body up to the limit of the site. A `GET` can have one, too. The site itself reads forms with files.
  private func body(of request: Request) async throws -> WebRequest.Body {
    let hasFiles = site.hasFiles(method: request.method.rawValue, contentType: request.headers[.contentType])
    let limit = hasFiles ? site.limits.uploads.requestSize : site.limits.bodySize
    if let length = request.headers[.contentLength] {
      // The rest of a body that is too large is not read: the connection is closed after the response.
      guard let length = Int(length), length <= limit else { return .tooLarge }
    } else if request.headers[.transferEncoding] == nil {
      return .complete([])
    }
    if hasFiles {
      let body = request.body
      return .stream(
        RequestBytes { receive in
          for try await buffer in body { try await receive([UInt8](buffer: buffer)) }
          // A canceled body ends without an error, and is not complete.
          try Task.checkCancellation()
        }
      )
    }
    var bytes: [UInt8] = []
    for try await buffer in request.body {
      guard bytes.count + buffer.readableBytes <= limit else { return .tooLarge }
      bytes += buffer.readableBytesView
    }
    // A canceled body ends without an error, and is not complete.
    try Task.checkCancellation()
    return .complete(bytes)
  }

  func response(
    _ siteResponse: WebResponse,
    to request: Request,
    closing: EventLoopFuture<Void>?,
    isReady: @escaping @Sendable () -> Bool
  ) -> Response {
    var headers = HTTPFields()
    for (name, value) in siteResponse.headers {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    let body: ResponseBody
    switch siteResponse.body {
    case .text(let text): body = content(ByteBuffer(string: text), of: request, &headers)
    case .bytes(let bytes): body = content(ByteBuffer(bytes: bytes), of: request, &headers)
    case .file(let bytes):
      body = ResponseBody(contentLength: bytes.count) { writer in
        for try await chunk in bytes { try await writer.write(ByteBuffer(bytes: chunk)) }
        try await writer.finish(nil)
      }
    case .events(let stream):
      // Ends the stream as soon as the connection is closed, instead of with the next write. A connection can outlive
      // its streams, so it must not keep the whole stream and so the store of its session.
      closing?.whenComplete { [end = stream.end] _ in end() }
      body = ResponseBody { writer in
        try await withGracefulShutdownHandler {
          for await chunk in stream { try await writer.write(ByteBuffer(string: chunk)) }
        } onGracefulShutdown: {
          stream.finish()
        }
        // Adds jitter to the reconnections of all pages, in milliseconds.
        if !isReady() {
          try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 1000...3000))\n\n"))
        }
        try await writer.finish(nil)
      }
    }
    return Response(status: HTTPResponse.Status(code: siteResponse.status), headers: headers, body: body)
  }

  /// Returns a body. The response to `HEAD` has the length of the body without the body.
  private func content(_ buffer: ByteBuffer, of request: Request, _ headers: inout HTTPFields) -> ResponseBody {
    guard request.method == .head else { return ResponseBody(byteBuffer: buffer) }
    // The head of a file has the length of the file.
    if headers[.contentLength] == nil { headers[.contentLength] = "\(buffer.readableBytes)" }
    return ResponseBody()
  }
}

extension Response {
  /// The response to a request that has not arrived completely at the end of the application.
  ///
  /// Hummingbird would wait for the rest of the request. It closes the connection because of the error.
  fileprivate static var incomplete: Self {
    let text = "The server ends, and the request has not arrived completely.\n"
    return Response(
      status: .requestTimeout,
      headers: [.contentType: "text/plain; charset=utf-8", .connection: "close"],
      body: ResponseBody(contentLength: text.utf8.count) { writer in
        try await writer.write(ByteBuffer(string: text))
        throw CancellationError()
      }
    )
  }

  /// Returns a line of text. The response to `HEAD` has its length without the text.
  static func plain(_ status: HTTPResponse.Status, _ text: String, to request: Request) -> Response {
    let response = Response(
      status: status,
      headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "\(text)\n"))
    )
    return request.method == .head ? response.createHeadResponse() : response
  }
}
