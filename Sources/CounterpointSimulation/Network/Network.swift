/// The network between the machines of a world.
///
/// A program accepts connections with ``listen(on:)``, and another one connects to the name of its machine with
/// ``connect(to:port:)``. Inside of a connection nothing is lost or reordered, as with TCP: a lost packet is a delay.
/// Messages of different connections overtake one another. The seed decides about delays.
///
/// A cut between machines stalls connections. What is on its way arrives when the cut ends. A killed process closes its
/// connections, and its machine refuses new ones. A machine without power answers nothing, and resets the old
/// connections once it runs again.
public final class Network: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn.

  /// The messages that a cut stops.
  public enum Direction: Sendable, CaseIterable {
    /// Those to and from the machines.
    case both
    /// Those to the machines.
    case incoming
    /// Those from the machines.
    case outgoing
  }

  /// A rule by which messages are stopped.
  struct Cut {
    var number = 0
    let hosts: Set<String>
    /// The hosts that can't be reached; `nil` for all others.
    let others: Set<String>?
    let direction: Direction

    func stops(from sender: String, to receiver: String) -> Bool {
      if direction != .incoming, hosts.contains(sender), isOther(receiver) { return true }
      return direction != .outgoing && hosts.contains(receiver) && isOther(sender)
    }

    private func isOther(_ host: String) -> Bool { others.map { $0.contains(host) } ?? !hosts.contains(host) }
  }

  private struct Address: Hashable {
    let host: String
    let port: Int
  }

  private struct Listener {
    let number: Int
    let process: SimulatedProcess
    let continuation: AsyncStream<NetworkConnection>.Continuation
  }

  private let scheduler: Scheduler
  /// Whether a machine has power.
  var isOn: (_ host: String) -> Bool = { _ in true }
  /// Returns the mean number of messages between two machines after which a connection is lost; `nil` if none is lost.
  var messagesPerLostConnection: (_ sender: String, _ receiver: String) -> Int? = { _, _ in nil }
  /// Called when a connection is lost.
  var didLoseConnection: (_ sender: String, _ receiver: String) -> Void = { _, _ in }
  /// In the order in which they were opened.
  private var wires: [Wire] = []
  private var lastNumber = 0
  private var listeners: [Address: Listener] = [:]
  private var cuts: [Cut] = []
  /// The machines with slow links, once for each such fault.
  private var slowHosts: [String] = []
  /// The processes whose connections end with the simulation.
  private var users: Set<UInt64> = []
  private var links: [Link: ChoicePlace] = [:]

  private struct Link: Hashable {
    let sender: String
    let receiver: String
  }

  /// The shortest time of a message between two machines, in nanoseconds.
  private static let shortest: Int64 = 100_000
  /// The time of a message in a machine.
  private static let local: Int64 = 20_000
  /// The time after which a lost packet has arrived: it is sent again after 0.2 seconds, then after twice as long.
  private static let retransmissions: [Int64] = [0, 200_000_000, 600_000_000, 1_400_000_000]
  /// The time that a message on a slow link takes longer.
  private static let slowness: Int64 = 500_000_000
  /// The time after which an attempt to connect fails.
  private static let patience: Int64 = 10_000_000_000

  init(_ scheduler: Scheduler) { self.scheduler = scheduler }

  // MARK: For programs

  /// Accepts connections to a port of the calling program's machine, until the iteration is canceled or the process
  /// ends.
  ///
  /// - Parameter port: The port.
  /// - Returns: The connections, for one iteration.
  /// - Throws: ``NetworkError/portInUse(_:)``.
  public func listen(on port: Int) throws -> AsyncStream<NetworkConnection> {
    let process = user()
    let address = Address(host: process.name, port: port)
    if let listener = listeners[address], !listener.process.isDead { throw NetworkError.portInUse(port) }
    let (stream, continuation) = AsyncStream.makeStream(of: NetworkConnection.self)
    lastNumber += 1
    let number = lastNumber
    listeners[address] = Listener(number: number, process: process, continuation: continuation)
    continuation.onTermination = { [weak self] _ in
      if self?.listeners[address]?.number == number { self?.listeners[address] = nil }
    }
    return stream
  }

  /// Connects to a program on another machine, or on the same one.
  ///
  /// - Parameters:
  ///   - machine: The name of the machine.
  ///   - port: The port.
  /// - Returns: The connection, once it is accepted.
  /// - Throws: ``NetworkError/refused`` if the machine has power and no such program, ``NetworkError/timedOut`` if it
  ///   has not answered within ten seconds, and `CancellationError`.
  public func connect(to machine: String, port: Int) async throws -> NetworkConnection {
    let process = user()
    guard SystemCallDoor.enter("connect", machine, process) else { throw NetworkError.closed }
    lastNumber += 1
    let wire = Wire(number: UInt64(lastNumber), from: process, to: machine, port: port)
    wires.append(wire)
    post(.open, on: wire, from: .client)
    scheduler.after(Self.patience, of: process) { wire.openedContinuation.finish(throwing: NetworkError.timedOut) }
    do {
      for try await _ in wire.opened { return NetworkConnection(self, wire, .client) }
      throw CancellationError()
    } catch {
      close(wire, .client)
      throw error
    }
  }

  /// Returns the calling process.
  private func user() -> SimulatedProcess {
    guard let process = Worker.current?.process, process.scheduler === scheduler else {
      preconditionFailure("A simulated network was used outside of its simulation.")
    }
    if users.insert(process.number).inserted {
      process.cancellations.append { [weak self] in self?.finishAll(of: process) }
    }
    return process
  }

  func send(_ message: any Sendable, on wire: Wire, _ side: Wire.Side) throws {
    guard let process = wire[side].process, SystemCallDoor.enter("send", wire[side.other].host, process),
      !wire[side].isClosed
    else { throw NetworkError.closed }
    post(.message(message), on: wire, from: side)
  }

  func close(_ wire: Wire, _ side: Wire.Side) {
    guard !scheduler.isOver, !wire[side].isClosed, wire[side].process?.isDead == false else { return }
    wire.finish(side)
    post(.closed, on: wire, from: side)
  }

  // MARK: Cuts

  /// Whether messages from or to a machine are stopped.
  func isCut(_ host: String) -> Bool { cuts.contains { $0.hosts.contains(host) } }

  /// Adds a cut, and returns its number.
  @discardableResult
  func add(_ cut: Cut) -> Int {
    lastNumber += 1
    var cut = cut
    cut.number = lastNumber
    cuts.append(cut)
    return cut.number
  }

  func removeCut(_ number: Int) {
    cuts.removeAll { $0.number == number }
    resumeStalled()
  }

  /// Makes the links of a machine slow, or fast again.
  func setSlow(_ isSlow: Bool, _ host: String) {
    if isSlow {
      slowHosts.append(host)
    } else if let index = slowHosts.firstIndex(of: host) {
      slowHosts.remove(at: index)
    }
  }

  /// Ends all cuts.
  public func heal() {
    cuts = []
    resumeStalled()
  }

  private func resumeStalled() {
    for wire in wires {
      for side in Wire.Side.allCases where wire[side].stalledCount > 0 && !isCut(wire, from: side) {
        let count = wire[side].stalledCount
        wire[side].stalledCount = 0
        let delay = delay(on: wire, from: side)
        for _ in 0..<count { scheduler.after(delay) { [self] in deliver(on: wire, from: side) } }
      }
    }
  }

  private func isCut(_ wire: Wire, from side: Wire.Side) -> Bool {
    let (sender, receiver) = (wire[side].host, wire[side.other].host)
    return sender != receiver && cuts.contains { $0.stops(from: sender, to: receiver) }
  }

  /// Ends what a process has on the network.
  ///
  /// - Parameter losesPower: Whether the machine can't close the connections any more.
  func end(_ process: SimulatedProcess, losesPower: Bool) {
    listeners = listeners.filter { $0.value.process !== process }
    for wire in wires {
      for side in Wire.Side.allCases where wire[side].process === process && !wire[side].isClosed {
        wire[side].isClosed = true
        wire[side].arrived = []
        if !losesPower {
          post(.closed, on: wire, from: side)
        } else if wire[side].stalledCount > 0 {
          // The machine would have sent these again.
          wire[side].inFlight = []
          wire[side].stalledCount = 0
        }
      }
    }
    removeEnded()
  }

  /// Lets the tasks of a process end that wait for messages, at the end of the simulation.
  private func finishAll(of process: SimulatedProcess) {
    for wire in wires {
      for side in Wire.Side.allCases where wire[side].process === process { wire.finish(side) }
    }
    for listener in listeners.values where listener.process === process { listener.continuation.finish() }
  }

  // MARK: Packets

  private func post(_ packet: Wire.Packet, on wire: Wire, from side: Wire.Side) {
    wire[side].inFlight.append(packet)
    let due = max(wire[side].lastDue, scheduler.now + delay(on: wire, from: side))
    wire[side].lastDue = due
    scheduler.after(due - scheduler.now) { [self] in deliver(on: wire, from: side) }
  }

  private func delay(on wire: Wire, from side: Wire.Side) -> Int64 {
    let (sender, receiver) = (wire[side].host, wire[side.other].host)
    if sender == receiver { return Self.local }
    let place = place(sender, receiver)
    let doublings = scheduler.choices.choose(.message, at: place, below: 12, perMille: 300)
    let losses = scheduler.choices.choose(.loss, at: place, below: Self.retransmissions.count, perMille: 10)
    let slowness = slowHosts.contains { $0 == sender || $0 == receiver } ? Self.slowness : 0
    return Self.shortest << Int64(doublings) + Self.retransmissions[losses] + slowness
  }

  private func place(_ sender: String, _ receiver: String) -> ChoicePlace {
    let link = Link(sender: sender, receiver: receiver)
    if let place = links[link] { return place }
    let place = ChoicePlace("\(sender) → \(receiver)", machines: [sender, receiver])
    links[link] = place
    return place
  }

  /// Delivers the first packet of a side, which need not be the one for which the step was scheduled.
  private func deliver(on wire: Wire, from side: Wire.Side) {
    guard !scheduler.isOver, !wire[side].inFlight.isEmpty else { return }
    if isCut(wire, from: side) {
      wire[side].stalledCount += 1
      return
    }
    if losesConnection(wire, at: side) { return }
    let packet = wire[side].inFlight.removeFirst()
    arrive(packet, on: wire, at: side.other)
    removeEnded(wire)
  }

  /// Lets the seed decide whether the connection is lost, with what is on its way.
  private func losesConnection(_ wire: Wire, at side: Wire.Side) -> Bool {
    let (sender, receiver) = (wire[side].host, wire[side.other].host)
    guard sender != receiver, let messages = messagesPerLostConnection(sender, receiver) else { return false }
    let perMille = max(1, 1_000 / max(1, messages))
    let choice = scheduler.choices.choose(.cut, at: place(sender, receiver), below: 4, perMille: perMille)
    if choice == 0 { return false }
    didLoseConnection(sender, receiver)
    for side in Wire.Side.allCases { wire[side].inFlight = [] }
    // One side may notice nothing before it sends.
    if choice != 2 { arrive(.reset, on: wire, at: side) }
    if choice != 3 { arrive(.reset, on: wire, at: side.other) }
    return true
  }

  private func arrive(_ packet: Wire.Packet, on wire: Wire, at side: Wire.Side) {
    let host = wire[side].host
    if case .open = packet {
      guard let listener = listeners[Address(host: host, port: wire.port)], !listener.process.isDead else {
        if isOn(host) { post(.reset, on: wire, from: side) }
        wire[side].isClosed = true
        return
      }
      wire[side].process = listener.process
    }
    guard let process = wire[side].process, !process.isDead, !wire[side].isClosed else {
      switch packet {
      case .message, .opened: if isOn(host) { post(.reset, on: wire, from: side) }
      case .open, .closed, .reset: break
      }
      return
    }
    scheduler.note(process, 48, wire.number, text: "receives a message of \(wire[side.other].host)")
    scheduler.cover(process, 48)
    wire[side].arrived.append(packet)
    scheduler.call(process) { [self] in receive(on: wire, at: side) }
  }

  /// Passes the first packet that has arrived to the process.
  private func receive(on wire: Wire, at side: Wire.Side) {
    guard !scheduler.isOver, !wire[side].arrived.isEmpty else { return }
    switch wire[side].arrived.removeFirst() {
    case .open:
      if let listener = listeners[Address(host: wire[side].host, port: wire.port)] {
        listener.continuation.yield(NetworkConnection(self, wire, side))
        post(.opened, on: wire, from: side)
      } else {
        wire.finish(side)
        post(.reset, on: wire, from: side)
      }
    case .opened:
      wire.openedContinuation.yield()
    case .message(let message):
      wire.continuations[side.rawValue].yield(message)
    case .closed:
      wire.continuations[side.rawValue].finish()
      if side == .client { wire.openedContinuation.finish(throwing: NetworkError.reset) }
    case .reset:
      let isRefused = side == .client && wire[.server].process == nil
      wire.finish(side, throwing: isRefused ? NetworkError.refused : .reset)
    }
    removeEnded(wire)
  }

  private func removeEnded(_ wire: Wire) {
    if wire.isOver { wires.removeAll { $0 === wire } }
  }

  private func removeEnded() { wires.removeAll(where: \.isOver) }
}
