import CounterpointHTML
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The handler of one connection that enforces a deadline for each request and refuses malformed requests.
///
/// It is between the HTTP decoder and Hummingbird's handlers. Requests that it refuses don't reach the site. After
/// the last response it closes its output. It closes the connection when the client has closed its side, or after a
/// short time.
final class RequestHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The error of a request that missed its deadline.
  struct DeadlineExceeded: Error {}

  /// The part of a request that is being read.
  private enum Reading {
    case nothing, head, body
  }

  private let deadline: TimeAmount
  private let lingerTime: TimeAmount
  private let limits: BodyLimits
  private let isShuttingDown: @Sendable () -> Bool

  private var reading = Reading.nothing
  /// The number of requests whose heads were read and whose responses have not ended.
  private var unanswered = 0
  private var isResponding = false
  private var isStreaming = false
  private var isInputClosed = false
  /// Whether no further request is read.
  private var isLastRequest = false
  /// Whether the latest request is one of HTTP/1.0.
  private var isOld = false
  /// Whether the request that is being read is one of the method HEAD, whose response has no body.
  private var isHeadOnly = false
  /// Whether the decoder stops at the end of the latest request, because the client asks for another protocol.
  private var isUpgrade = false
  /// Whether the decoder has stopped. It would store all further bytes.
  private var isDecoderStopped = false
  /// A refusal that waits for the responses to earlier requests.
  private var refusal: RequestRefusal?
  /// Whether the last response or the refusal was written. Then nothing more is read or written.
  private var isEnding = false
  private var timer: Scheduled<Void>?
  /// The number of bytes of the body that is being read.
  private var bodySize = 0
  /// The start of the time in which the request has to arrive.
  private var start = NIODeadline.now()

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - deadline: The longest time for reading a request.
  ///   - lingerTime: The time that a client has to read the last response before the connection is closed.
  ///   - limits: The limits of bodies.
  ///   - isShuttingDown: Returns whether connections must be closed after their responses.
  init(
    deadline: TimeAmount,
    lingerTime: TimeAmount,
    limits: BodyLimits,
    isShuttingDown: @escaping @Sendable () -> Bool
  ) {
    self.deadline = deadline
    self.lingerTime = lingerTime
    self.limits = limits
    self.isShuttingDown = isShuttingDown
  }

  // MARK: Inbound

  func channelActive(context: ChannelHandlerContext) {
    startTimer(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopTimer()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stopTimer()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ConnectionEvent.bytesArrived:
      // A close would wait for pending writes, and more bytes could arrive meanwhile.
      if isDecoderStopped { return context.triggerUserOutboundEvent(ConnectionEvent.abort, promise: nil) }
      guard !isLastRequest, reading == .nothing else { return }
      reading = .head
      // While a response is being written, the handler can't distinguish a slow client from back-pressure of the
      // server.
      if unanswered == 0 { startTimer(context) }
    case ChannelEvent.inputClosed:
      isInputClosed = true
      context.fireUserInboundEventTriggered(event)
      // A client that has closed its side reads no event stream.
      if isStreaming || isEnding { context.close(promise: nil) }
    default:
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    // The decoder also stops at requests that are dropped here.
    switch part {
    case .head(let head): isUpgrade = head.method == .CONNECT || head.headers.contains(name: "upgrade")
    case .body: break
    case .end: isDecoderStopped = isUpgrade
    }
    guard !isEnding, refusal == nil else { return }
    // An event stream ends with its connection, so a further request would never be handled.
    guard !isStreaming else { return context.close(promise: nil) }
    var data = data
    switch part {
    case .head(var head):
      guard !isLastRequest else { return }
      reading = .head
      isHeadOnly = head.method == .HEAD
      if let refusal = RequestRefusal(head) { return refuse(refusal, context) }
      head.makeOriginForm()
      data = wrapInboundOut(.head(head))
      reading = .body
      bodySize = 0
      unanswered += 1
      isOld = (head.version.major, head.version.minor) < (1, 1)
      // A client of HTTP/1.0 knows neither chunks nor pipelining, so its connection ends with the response.
      isLastRequest = !head.isKeepAlive || isOld || isUpgrade
      if unanswered == 1 {
        startTimer(context)
        if head.headers.contains(name: "expect"), limits.allow(head) {
          let head = HTTPResponseHead(version: .http1_1, status: .continue)
          context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
      }
    case .body(let bytes):
      guard reading == .body else { return }
      bodySize += bytes.readableBytes
    case .end:
      guard reading == .body else { return }
      reading = .nothing
      isHeadOnly = false
      stopTimer()
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError, !isEnding { refuse(RequestRefusal(error), context) }
    // Ends the reading of a body that will never be complete.
    context.fireErrorCaught(error)
  }

  // MARK: Outbound

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnding else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isResponding = true
      isStreaming = head.headers["content-type"].contains("text/event-stream")
      if isStreaming, reading != .nothing || unanswered > 1 || isInputClosed {
        promise?.fail(ChannelError.ioOnClosedChannel)
        return context.close(promise: nil)
      }
      // If the response comes before the end of its request, the rest of the request is not read.
      if unanswered == 1, reading == .body || isShuttingDown() { isLastRequest = true }
      if isLastRequest, unanswered == 1 { head.headers.replaceOrAdd(name: "connection", value: "close") }
      if head.headers["connection"].contains("close") { isLastRequest = true }
      // The encoder does not divide the body of such a response into chunks.
      if isOld { head.version = .http1_0 }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body:
      context.write(data, promise: promise)
    case .end:
      isResponding = false
      isStreaming = false
      unanswered -= 1
      guard unanswered == 0, isLastRequest, refusal == nil else {
        context.write(data, promise: promise)
        return didRespond(context)
      }
      end(context, writing: data, promise: promise)
    }
  }

  /// Continues with the part of the next request that was already read.
  private func didRespond(_ context: ChannelHandlerContext) {
    if let refusal {
      if unanswered == (reading == .body ? 1 : 0) { refuse(refusal, context) }
    } else if unanswered == 0, reading != .nothing {
      startTimer(context)
    }
  }

  // MARK: Refusals and the end

  /// Refuses the request that is being read, after the responses to earlier requests, and closes the connection.
  private func refuse(_ refusal: RequestRefusal, _ context: ChannelHandlerContext) {
    stopTimer()
    guard unanswered == (reading == .body ? 1 : 0) else {
      self.refusal = refusal
      return
    }
    // A response that has begun can't be replaced.
    guard !isResponding else { return context.close(promise: nil) }
    let text = ByteBuffer(string: "\(refusal.reason)\n")
    var head = HTTPResponseHead(version: .http1_1, status: refusal.status)
    head.headers.add(name: "content-type", value: "text/plain; charset=utf-8")
    head.headers.add(name: "content-length", value: "\(text.readableBytes)")
    head.headers.add(name: "connection", value: "close")
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !isHeadOnly { context.write(wrapOutboundOut(.body(.byteBuffer(text))), promise: nil) }
    end(context, writing: wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Writes the last part and closes the output. Closes the connection when the client has closed its side, or after
  /// some time.
  ///
  /// A full close with unread bytes would reset the connection, and the client could lose the response.
  private func end(_ context: ChannelHandlerContext, writing part: NIOAny, promise: EventLoopPromise<Void>?) {
    isEnding = true
    stopTimer()
    let promise = promise ?? context.eventLoop.makePromise()
    let loopBound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    promise.futureResult.hop(to: context.eventLoop).whenSuccess {
      let (handler, context) = loopBound.value
      if handler.isInputClosed { return context.close(promise: nil) }
      context.close(mode: .output, promise: nil)
      guard context.channel.isActive else { return }
      handler.timer = context.eventLoop.scheduleTask(in: handler.lingerTime) {
        loopBound.value.context.close(promise: nil)
      }
    }
    context.writeAndFlush(part, promise: promise)
  }

  // MARK: The deadline

  private func startTimer(_ context: ChannelHandlerContext) {
    guard timer == nil else { return }
    start = context.eventLoop.now
    schedule(context, at: start + deadline)
  }

  private func schedule(_ context: ChannelHandlerContext, at time: NIODeadline) {
    let loopBound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: time) {
      let (handler, context) = loopBound.value
      handler.timer = nil
      handler.didMissDeadline(context)
    }
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }

  private func didMissDeadline(_ context: ChannelHandlerContext) {
    guard reading != .nothing else { return context.close(promise: nil) }
    // Files may take longer, as long as they arrive at the slowest rate.
    let end = start + deadline + limits.extraTime(for: reading == .body ? bodySize : 0)
    guard end <= context.eventLoop.now else { return schedule(context, at: end) }
    refuse(.timeout, context)
    context.fireErrorCaught(DeadlineExceeded())
  }
}

/// A response of the server itself to a request that does not reach the site.
struct RequestRefusal: Equatable {
  let status: HTTPResponseStatus
  let reason: String

  static let malformed = Self(status: .badRequest, reason: "This is not an HTTP/1.1 request.")
  static let hosts = Self(status: .badRequest, reason: "A request must have exactly one Host header.")
  static let length = Self(
    status: .badRequest,
    reason: "A request can have only one Content-Length or Transfer-Encoding header."
  )
  static let transferCoding = Self(status: .notImplemented, reason: "The only supported transfer coding is chunked.")
  static let lastTransferCoding = Self(
    status: .badRequest,
    reason: "The last transfer coding of a request must be chunked."
  )
  static let expectation = Self(status: .expectationFailed, reason: "The only supported expectation is 100-continue.")
  static let headTooLarge = Self(status: .requestHeaderFieldsTooLarge, reason: "The head of the request is too large.")
  static let timeout = Self(status: .requestTimeout, reason: "The request took too long.")

  /// Creates the refusal of a request before its body is read; `nil` if the request is acceptable.
  init?(_ head: HTTPRequestHead) {
    let headers = head.headers
    let hosts = headers["host"].count
    let codings = headers[canonicalForm: "transfer-encoding"].map { $0.lowercasedASCII() }
    let lengths = headers["content-length"].count
    let isOld = (head.version.major, head.version.minor) < (1, 1)
    if hosts > 1 || hosts == 0 && !isOld {
      self = .hosts
    } else if lengths > 1 || lengths == 1 && !codings.isEmpty || isOld && !codings.isEmpty {
      self = .length
    } else if let last = codings.last, last != "chunked" {
      self = .lastTransferCoding
    } else if codings.count > 1 {
      self = codings.dropLast().contains("chunked") ? .malformed : .transferCoding
    } else if headers["expect"].contains(where: { $0.lowercasedASCII() != "100-continue" }) {
      self = .expectation
    } else {
      return nil
    }
  }

  /// Creates the refusal of a request that could not be parsed.
  init(_ error: HTTPParserError) {
    self = error == .headerOverflow ? .headTooLarge : .malformed
  }

  private init(status: HTTPResponseStatus, reason: String) {
    self.status = status
    self.reason = reason
  }
}

extension HTTPRequestHead {
  /// Replaces a target such as `http://example.org/path` by its path. Its host then counts, and not that of the header
  /// (RFC 9112, 3.2.2).
  mutating func makeOriginForm() {
    guard
      let scheme = ["http://", "https://"].first(where: { uri.prefix(bytes: 8).lowercasedASCII().hasBytes(prefix: $0) })
    else { return }
    let rest = uri.droppingBytes(scheme.utf8.count)
    let authority = rest.bytes(before: "#").bytes(before: "?").bytes(before: "/")
    headers.replaceOrAdd(name: "host", value: String(authority))
    let path = rest.droppingBytes(authority.utf8.count)
    uri = path.hasBytes(prefix: "/") ? String(path) : "/\(path)"
  }
}
