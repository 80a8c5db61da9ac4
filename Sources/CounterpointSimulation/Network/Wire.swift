/// A connection between two processes, and what is on its way.
final class Wire: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn.

  enum Side: Int, CaseIterable {
    case client, server

    var other: Side { self == .client ? .server : .client }
  }

  enum Packet: Sendable {
    /// Asks for the connection.
    case open
    /// Accepts the connection.
    case opened
    case message(any Sendable)
    /// The last packet of a side.
    case closed
    /// The connection is lost.
    case reset
  }

  /// The end of a connection in a process.
  struct End {
    let host: String
    /// The process; `nil` until the connection is accepted.
    var process: SimulatedProcess?
    /// Whether the process uses the connection no more.
    var isClosed = false
    /// The packets from this end, in order, which have not arrived.
    var inFlight: [Packet] = []
    /// The time at which the last of them is due.
    var lastDue: Int64 = 0
    /// The number of packets whose delivery waits until the machines can reach one another.
    var stalledCount = 0
    /// The packets that have arrived, and that the process has not received yet.
    var arrived: [Packet] = []
  }

  let number: UInt64
  let port: Int
  private var ends: [End]
  /// Notified when the client's connection is accepted.
  let (opened, openedContinuation) = AsyncThrowingStream.makeStream(of: Void.self, throwing: (any Error).self)
  /// The messages to the client, and those to the server.
  let streams: [AsyncThrowingStream<any Sendable, any Error>]
  let continuations: [AsyncThrowingStream<any Sendable, any Error>.Continuation]

  init(number: UInt64, from process: SimulatedProcess, to host: String, port: Int) {
    self.number = number
    self.port = port
    ends = [End(host: process.name, process: process), End(host: host)]
    let made = Side.allCases.map { _ in
      AsyncThrowingStream.makeStream(of: (any Sendable).self, throwing: (any Error).self)
    }
    streams = made.map(\.stream)
    continuations = made.map(\.continuation)
  }

  subscript(side: Side) -> End {
    get { ends[side.rawValue] }
    _modify { yield &ends[side.rawValue] }
  }

  /// Whether nothing can happen on the connection any more.
  var isOver: Bool { ends.allSatisfy { $0.isClosed && $0.inFlight.isEmpty && $0.arrived.isEmpty } }

  /// Ends the receiving of a side.
  func finish(_ side: Side, throwing error: (any Error)? = nil) {
    self[side].isClosed = true
    continuations[side.rawValue].finish(throwing: error)
    if side == .client { openedContinuation.finish(throwing: error ?? NetworkError.reset) }
  }
}
