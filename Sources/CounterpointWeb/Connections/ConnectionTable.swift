#if Web
import CounterpointSupport
import NIOCore

/// An event that a connection's handlers receive from outside or from each other.
enum ConnectionEvent {
  /// Bytes of the client have arrived. Fired toward the request handler before they are decoded.
  case bytesArrived
  /// The connection is to be closed at once, without flushing. Triggered toward the network.
  case abort
}

/// The open connections of a server: counts them against the limits, and closes them by force.
final class ConnectionTable: Sendable {
  private struct Open {
    var channels: [ObjectIdentifier: (channel: any Channel, network: String?)] = [:]
    var perNetwork: [String: Int] = [:]
    var refused = 0
    var isAborted = false
  }

  /// The outcome for a new connection.
  enum Admission: Equatable {
    case admitted
    /// Refused with a response.
    case refused
    /// Closed at once, because too many connections are already being refused, or because the server has ended.
    case dropped
  }

  private let open = Locked(Open())
  private let limit: Int
  private let limitPerNetwork: Int
  private let trusted: Set<String>
  /// The connections that are open only until the client has read the refusal.
  private let limitOfRefused = 32

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - limit: The limit of open connections.
  ///   - limitPerAddress: The limit of open connections of one IPv4 address or IPv6 network.
  ///   - trusted: The addresses without a limit of their own.
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
    let network = address.flatMap { trusted.contains($0) ? nil : ClientAddress.network(of: $0) }
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

  /// Closes all connections at once, also those that come later. Responses that are being written are cut off.
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
#endif
