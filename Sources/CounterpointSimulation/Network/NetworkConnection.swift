/// An end of a connection between two programs of a simulation.
///
/// Messages arrive in the order in which they are sent, each one once, or not at all if the connection is lost. They
/// are values, not bytes. Any number of them may be on its way. Use a connection from the program that has it.
public final class NetworkConnection: Sendable {
  private let network: Network
  private let wire: Wire
  private let side: Wire.Side

  init(_ network: Network, _ wire: Wire, _ side: Wire.Side) {
    self.network = network
    self.wire = wire
    self.side = side
  }

  /// The name of the machine at the other end.
  public var peer: String { wire[side.other].host }

  /// The messages from the other end, for one iteration.
  ///
  /// The sequence ends when the other end is closed, or its process has ended. It throws ``NetworkError/reset`` if the
  /// connection is lost. If the other machine has lost its power, or can't be reached, it waits.
  public var messages: AsyncThrowingStream<any Sendable, any Error> { wire.streams[side.rawValue] }

  /// Sends a message, without waiting for its arrival. As a system call, it may let other programs run, or crash with
  /// its machine.
  ///
  /// - Parameter message: The message.
  /// - Throws: ``NetworkError/closed`` if the connection is known to be lost or closed.
  public func send(_ message: some Sendable) throws { try network.send(message, on: wire, side) }

  /// Closes the connection after the messages that were sent. Idempotent.
  public func close() { network.close(wire, side) }
}
