#if Web
import NIOCore

/// The handler next to the network: refuses connections above the limits, and aborts connections.
final class AdmissionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let connections: ConnectionTable
  private let lingerTime: TimeAmount
  private var isRefused = false
  private var scheduledClose: Scheduled<Void>?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - connections: The table that admits connections.
  ///   - lingerTime: How long a client may take to read a refusal.
  init(connections: ConnectionTable, lingerTime: TimeAmount) {
    self.connections = connections
    self.lingerTime = lingerTime
  }

  func channelActive(context: ChannelHandlerContext) {
    switch connections.admit(context.channel) {
    case .admitted:
      context.fireChannelActive()
    case .dropped:
      isRefused = true
      context.close(promise: nil)
    case .refused:
      isRefused = true
      let reason = "There are too many connections.\n"
      let response =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
        + "content-length: \(reason.utf8.count)\r\nretry-after: 5\r\nconnection: close\r\n\r\n\(reason)"
      // A full close with unread bytes resets the connection, and the client could lose the response.
      let written = context.eventLoop.makePromise(of: Void.self)
      let loopBound = NIOLoopBound(context, eventLoop: context.eventLoop)
      written.futureResult.whenSuccess { loopBound.value.close(mode: .output, promise: nil) }
      scheduledClose = context.eventLoop.scheduleTask(in: lingerTime) { loopBound.value.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: response))), promise: written)
      // The other handlers don't know the channel as active, and wouldn't read.
      context.read()
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isRefused else { return context.fireChannelRead(data) }
    context.close(promise: nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if isRefused, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard case ConnectionEvent.abort = event else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    context.close(promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    scheduledClose?.cancel()
    context.fireChannelInactive()
  }
}
#endif
