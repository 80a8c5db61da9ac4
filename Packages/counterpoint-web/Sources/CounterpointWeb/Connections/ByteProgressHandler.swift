import NIOCore

/// Closes connections of slow readers, and reports arriving bytes to the request handler.
///
/// A pending write makes progress when a chunk of it was handed to the system. A connection without progress until
/// the deadline is closed. A close by the server waits for pending writes, so that the client gets the whole
/// response.
final class ByteProgressHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private static let chunkSize = 32 << 10

  private let deadline: TimeAmount
  private var pending = 0
  private var lastProgress = NIODeadline.now()
  private var timer: Scheduled<Void>?
  /// The close calls that wait for pending writes.
  private var closes: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []

  /// Creates a handler.
  ///
  /// - Parameter deadline: The longest time without progress of a pending write.
  init(deadline: TimeAmount) {
    self.deadline = deadline
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.fireUserInboundEventTriggered(ConnectionEvent.bytesArrived)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if pending == 0 { lastProgress = context.eventLoop.now }
    guard case .byteBuffer(var buffer) = unwrapOutboundIn(data), buffer.readableBytes > Self.chunkSize else {
      return writeChunk(context, data, promise)
    }
    // A promise is only fulfilled for a whole buffer, and a slow client may need a long time for a large one.
    while buffer.readableBytes > Self.chunkSize, let chunk = buffer.readSlice(length: Self.chunkSize) {
      writeChunk(context, wrapOutboundOut(.byteBuffer(chunk)), nil)
    }
    writeChunk(context, wrapOutboundOut(.byteBuffer(buffer)), promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    // Most writes are complete by now and need no timer.
    if pending > 0, timer == nil { schedule(context, at: lastProgress + deadline) }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode != .input, pending > 0 else { return context.close(mode: mode, promise: promise) }
    // The channel also closes its output after the pending writes, except if the client has closed its side.
    closes.append((mode, promise))
    flush(context: context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    for close in closes { close.promise?.succeed() }
    closes = []
  }

  private func writeChunk(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
    pending += 1
    let promise = promise ?? context.eventLoop.makePromise()
    let loopBound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    promise.futureResult.hop(to: context.eventLoop).whenComplete { _ in
      loopBound.value.handler.didWrite(loopBound.value.context)
    }
    context.write(data, promise: promise)
  }

  private func didWrite(_ context: ChannelHandlerContext) {
    pending -= 1
    lastProgress = context.eventLoop.now
    guard pending == 0 else { return }
    timer?.cancel()
    timer = nil
    guard !closes.isEmpty else { return }
    let waiting = closes
    closes = []
    for close in waiting { context.close(mode: close.mode, promise: close.promise) }
  }

  private func schedule(_ context: ChannelHandlerContext, at time: NIODeadline) {
    let loopBound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(deadline: time) {
      let (handler, context) = loopBound.value
      handler.timer = nil
      guard handler.pending > 0 else { return }
      if context.eventLoop.now - handler.lastProgress >= handler.deadline {
        context.close(promise: nil)
      } else {
        handler.schedule(context, at: handler.lastProgress + handler.deadline)
      }
    }
  }
}
