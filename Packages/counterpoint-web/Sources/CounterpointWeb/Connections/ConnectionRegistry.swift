import CounterpointSessions
@_spi(Internals) import CounterpointSupport
import NIOCore

/// An event that the handlers of a connection send to each other, or receive from outside.
enum ConnectionEvent {
  /// Bytes of the client have arrived. Fired toward the request handler before they are decoded.
  case bytesArrived
  /// Requests to close the connection immediately, without flushing. Triggered toward the network.
  case abort
}

/// The open connections of a server: counts them against the limits, and can close them by force.
final class ConnectionRegistry: Sendable {
  private struct Open {
    var channels: [ObjectIdentifier: (channel: any Channel, network: AddressKey?)] = [:]
    var perNetwork: [AddressKey: Int] = [:]
    var refused = 0
    var isAborted = false
  }

  /// The decision about a new connection.
  enum Admission: Equatable {
    case admitted
    /// Refused with a response.
    case refused
    /// Closed without a response, because too many connections are already being refused, or because the server has
    /// ended.
    case dropped
  }

  private let open = Locked(Open())
  private let limit: Int
  private let limitPerNetwork: Int
  private let trusted: Set<String>
  /// The limit of connections that stay open until the client has read the refusal.
  private let limitOfRefused = 32

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of open connections.
  ///   - limitPerAddress: The maximum number of open connections of one IPv4 address or IPv6 network.
  ///   - trusted: The addresses without a limit per address.
  init(limit: Int, limitPerAddress: Int, trusted: Set<String>) {
    self.limit = limit
    self.limitPerNetwork = limitPerAddress
    self.trusted = trusted
  }

  /// The number of admitted connections.
  var count: Int { open.withLock { $0.channels.count } }

  /// Admits a connection if the limits allow it. The connection counts until its channel is closed.
  func admit(_ channel: any Channel) -> Admission {
    let id = ObjectIdentifier(channel)
    let address = ClientAddress.text(of: channel.remoteAddress)
    let network = address.flatMap { trusted.contains($0) ? nil : AddressKey($0) }
    let admission: Admission = open.withLock { open in
      if open.isAborted { return .dropped }
      let isFree =
        open.channels.count < limit && network.map { open.perNetwork[$0, default: 0] < limitPerNetwork } ?? true
      guard isFree else {
        guard open.refused < limitOfRefused else { return .dropped }
        open.refused += 1
        return .refused
      }
      open.channels[id] = (channel, network)
      if let network { open.perNetwork[network, default: 0] += 1 }
      return .admitted
    }
    switch admission {
    case .admitted: channel.closeFuture.whenComplete { [self] _ in remove(id) }
    case .refused: channel.closeFuture.whenComplete { [self] _ in open.withLock { $0.refused -= 1 } }
    case .dropped: break
    }
    return admission
  }

  /// Closes all current and future connections immediately. Responses that are being written are cut off.
  func abortAll() {
    let channels = open.withLock { open in
      open.isAborted = true
      return open.channels.values.map(\.channel)
    }
    for channel in channels { channel.triggerUserOutboundEvent(ConnectionEvent.abort, promise: nil) }
  }

  private func remove(_ id: ObjectIdentifier) {
    open.withLock { open in
      guard let network = open.channels.removeValue(forKey: id)?.network, let count = open.perNetwork[network] else {
        return
      }
      open.perNetwork[network] = count > 1 ? count - 1 : nil
    }
  }
}

/// The handler next to the network: refuses connections above the limits, and aborts connections.
final class AdmissionHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let connections: ConnectionRegistry
  private let lingerTime: TimeAmount
  private var isRefused = false
  private var scheduledClose: Scheduled<Void>?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - connections: The registry that admits connections.
  ///   - lingerTime: The time that a client has to read a refusal.
  init(connections: ConnectionRegistry, lingerTime: TimeAmount) {
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
      // The other handlers don't know the channel as active, so they would not read.
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
