import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The channel of a connection: Hummingbird's HTTP/1.1 channel with handlers that limit the resources of a client.
struct BoundedHTTPChannel: ServerChildChannel {
  let base: HTTP1Channel
  let connections: ConnectionRegistry
  let requestDeadline: TimeAmount
  let limits: BodyLimits
  let isShuttingDown: @Sendable () -> Bool

  /// The time that a client has to read the last response. It is short, because a lingering connection counts against
  /// the limits.
  private var lingerTime: TimeAmount { min(requestDeadline, .seconds(1)) }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self).handler
      try pipeline.addHandler(
        RequestHandler(
          deadline: requestDeadline,
          lingerTime: lingerTime,
          limits: limits,
          isShuttingDown: isShuttingDown
        ),
        position: .after(decoder)
      )
      try pipeline.addHandlers(
        [
          AdmissionHandler(connections: connections, lingerTime: lingerTime),
          ByteProgressHandler(deadline: requestDeadline),
        ],
        position: .first
      )
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await base.handle(value: value, logger: logger)
  }
}
