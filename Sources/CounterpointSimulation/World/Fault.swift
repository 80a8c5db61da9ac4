/// A kind of fault that a world causes at moments that the seed decides.
public struct Fault: Sendable {
  enum Kind: Hashable {
    case crash, kill, pause, partition, slowLink, fullDisk
    case loseConnections(oneIn: Int)
    case crashAtCalls(oneIn: Int)
    case failingDisk(oneIn: Int)
    /// The largest skew in nanoseconds, and the largest drift in parts per million.
    case clockSkew(Int64, drift: Int)

    var name: String {
      switch self {
      case .crash: "crash"
      case .kill: "kill"
      case .pause: "pause"
      case .partition: "partition"
      case .slowLink: "slowLink"
      case .fullDisk: "fullDisk"
      case .loseConnections: "loseConnections"
      case .crashAtCalls: "crashAtCalls"
      case .failingDisk: "failingDisk"
      case .clockSkew: "clockSkew"
      }
    }
  }

  let kind: Kind
  let machines: [Machine]
  /// The mean time between two such faults in nanoseconds; nil if system calls cause them.
  let interval: Int64?
  let place: ChoicePlace

  private init(_ kind: Kind, _ machines: [Machine], every interval: Duration?) {
    self.kind = kind
    self.machines = machines
    self.interval = interval.map { VirtualTime.nanoseconds($0) }
    let names = machines.map(\.name)
    place = ChoicePlace("\(kind.name) \(names.joined(separator: " "))", machines: names, selects: true)
  }

  /// Power failures at any moment. The machine is started again after 0.1 to 2 seconds.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, one of them fails.
  ///   - interval: The mean time between two power failures.
  public static func crash(_ machines: [Machine], every interval: Duration = .seconds(2)) -> Self {
    Self(.crash, machines, every: interval)
  }

  /// Power failures at system calls: between a write and its synchronization, before a renaming, with a lock held,
  /// before an answer is sent. They find faults of programs that store something with far fewer seeds than
  /// ``crash(_:every:)``.
  ///
  /// - Parameters:
  ///   - machines: The machines.
  ///   - calls: The mean number of system calls of a machine between two power failures, at most 1,000.
  public static func crashAtCalls(_ machines: [Machine], oneIn calls: Int = 400) -> Self {
    Self(.crashAtCalls(oneIn: calls), machines, every: nil)
  }

  /// Disks that are full for 0.1 to 2 seconds. A write fails with `ENOSPC`, or writes the first bytes only. So does a
  /// new entry of a folder that has no room, and sometimes the synchronization of bytes that a write has accepted.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, one of them has a full disk.
  ///   - interval: The mean time between two such faults.
  public static func fullDisk(_ machines: [Machine], every interval: Duration = .seconds(5)) -> Self {
    Self(.fullDisk, machines, every: interval)
  }

  /// Disks of which a system call fails with `EIO`: without an effect, or after it. If a file can't be synchronized,
  /// the bytes that were not are lost in part with the next power failure, also if the file is synchronized once more,
  /// as in Linux. Until then programs read them.
  ///
  /// - Parameters:
  ///   - machines: The machines.
  ///   - calls: The mean number of system calls of a machine between two failures, at most 1,000.
  public static func failingDisk(_ machines: [Machine], oneIn calls: Int = 200) -> Self {
    Self(.failingDisk(oneIn: calls), machines, every: nil)
  }

  /// Processes that end without warning, as by SIGKILL. Their writes stay, also those that are not synchronized.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, the process of one of them ends. It is started again after 0.1 to 2
  ///     seconds.
  ///   - interval: The mean time between two kills.
  public static func kill(_ machines: [Machine], every interval: Duration = .seconds(2)) -> Self {
    Self(.kill, machines, every: interval)
  }

  /// Processes that stop for 0.1 to 2 seconds, as by SIGSTOP, or on a machine with too much to do.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, one of them stops.
  ///   - interval: The mean time between two pauses.
  public static func pause(_ machines: [Machine], every interval: Duration = .seconds(2)) -> Self {
    Self(.pause, machines, every: interval)
  }

  /// Clocks that are wrong. The date of each machine differs from the right one, and may be set at any moment, also
  /// backwards. Its clocks run too fast or too slowly, so pauses and timeouts end early or late. When the fault ends,
  /// the clocks are set right.
  ///
  /// Programs of one computer share a clock.
  ///
  /// - Parameters:
  ///   - machines: The machines.
  ///   - bound: The largest difference to the right date when a date is set. The drift adds to it.
  ///   - drift: How much a clock may be too fast or too slow, in parts per million, at most 100,000. Clocks of real
  ///     machines have up to 200.
  ///   - interval: The mean time after which the clock of one of the machines is set again.
  public static func clockSkew(
    _ machines: [Machine],
    upTo bound: Duration = .seconds(2),
    drift: Int = 200,
    every interval: Duration = .seconds(5)
  ) -> Self {
    precondition((0...100_000).contains(drift), "The drift of a clock is between 0 and 100,000 parts per million.")
    return Self(.clockSkew(VirtualTime.nanoseconds(bound), drift: drift), machines, every: interval)
  }

  /// Cuts of the network. A machine can't reach the others, or only hears them, or is only heard by them, for 0.1 to 2
  /// seconds. Connections stay open, and what is on its way arrives later.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, one of them is cut off.
  ///   - interval: The mean time between two cuts.
  public static func partition(_ machines: [Machine], every interval: Duration = .seconds(2)) -> Self {
    Self(.partition, machines, every: interval)
  }

  /// Links that are slow for 0.1 to 2 seconds: each message to or from a machine takes half a second longer.
  ///
  /// - Parameters:
  ///   - machines: The machines. Each time, one of them has a slow link.
  ///   - interval: The mean time between two such faults.
  public static func slowLink(_ machines: [Machine], every interval: Duration = .seconds(2)) -> Self {
    Self(.slowLink, machines, every: interval)
  }

  /// Connections that are lost when a message arrives, with what is on its way in both directions: requests, or answers
  /// to requests that were executed. Sometimes one end notices nothing before it sends.
  ///
  /// - Parameters:
  ///   - machines: The machines, at one end of a connection or at both.
  ///   - messages: The mean number of messages between two losses, at most 1,000.
  public static func loseConnections(_ machines: [Machine], oneIn messages: Int = 100) -> Self {
    Self(.loseConnections(oneIn: messages), machines, every: nil)
  }
}
