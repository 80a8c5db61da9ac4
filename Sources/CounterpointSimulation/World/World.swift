@_spi(Internals) import CounterpointSupport
public import DependencyInjection
@_spi(Internals) package import DurableFiles
public import Foundation

/// The machines, the time and the faults of a simulation.
///
/// `simulate` passes a world to the story: the function that starts programs, lets time pass, and states what must
/// hold. Use a world from the story and from the simulated programs only.
public final class World: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn, and after the simulation.

  /// The seed that decides everything in this run, or at least its beginning: see ``simulate(repeating:_:)``.
  public let seed: Int
  let scheduler: Scheduler
  /// The network between the machines.
  public let network: Network
  /// The number of faults so far, by their names.
  private(set) var faultCounts: [String: Int] = [:]
  /// The events so far.
  private(set) var events: [SimulationEvent] = []
  private(set) var machines: [Machine] = []
  /// The machines' activities and files when the run failed.
  private(set) var lastStates: [String] = []
  /// The disks, each one once.
  var disks: [Disk] { machines.filter { $0.disk.name == $0.name }.map(\.disk) }
  private var invariants: [Invariant] = []
  private var allowedIssues: [@Sendable (_ message: String) -> Bool] = []
  private var isFaultSlotScheduled = false
  /// The real folder for recordings; `nil` if there are none.
  private let folder: URL?
  /// The number of recordings, by their names.
  private var recordingCounts: [String: Int] = [:]

  private struct Invariant {
    let name: String
    let holds: @Sendable () throws -> Bool
  }

  init(seed: RunSeed, script: [Choice]?, timeLimit: Int64?, keepsSteps: Bool, folder: URL?) {
    self.seed = seed.first
    self.folder = folder
    scheduler = Scheduler(seed: seed, script: script, timeLimit: timeLimit, keepsSteps: keepsSteps)
    network = Network(scheduler)
    scheduler.checkWhenQuiet = { [unowned self] in
      scheduler.cover(.state(state))
      return brokenInvariant()
    }
    scheduler.allowsIssue = { [unowned self] message in
      guard allowedIssues.contains(where: { $0(message) }) else { return false }
      note("has reported an issue: \(message)")
      return true
    }
    scheduler.didFail = { [unowned self] in lastStates = machines.map(\.summary) }
    network.isOn = { [unowned self] host in
      // The story, which is no machine, runs always.
      machines.first { $0.name == host }?.hasPower ?? (host == scheduler.director.name)
    }
    network.messagesPerLostConnection = { [unowned self] sender, receiver in
      guard case .loseConnections(let messages) = faultOfConnections(sender, receiver) else { return nil }
      return messages
    }
    network.didLoseConnection = { [unowned self] sender, receiver in
      if let kind = faultOfConnections(sender, receiver) { noteFault(kind) }
      note("a connection is lost, with a message from \(sender) to \(receiver)", of: scheduler.director)
    }
  }

  /// The virtual time since the start.
  public var now: Duration { .nanoseconds(scheduler.now) }

  /// Starts a program on a machine.
  ///
  /// The program runs unchanged: its tasks, actors, main actor, clocks and random numbers belong to the simulation. In
  /// its task, `@Shared(.fileStorage(…))` and `DurableFile` use the machine's disk. Its dependencies are those of
  /// tests, except for clocks, dates, identifiers, random numbers and files. When it returns, its waiting writes are
  /// written, and its process ends. An error that it throws, or an issue that it reports, is a failure of the
  /// simulation.
  ///
  /// - Parameters:
  ///   - name: The name of the machine, unique in the world.
  ///   - other: A machine whose disk and clock are shared, as by two programs of one computer. A power failure stops
  ///     both.
  ///   - dependencies: Overrides dependencies of the program, at each start.
  ///   - program: The program. It is called again at each restart.
  /// - Returns: The machine.
  @discardableResult
  public func machine(
    _ name: String,
    beside other: Machine? = nil,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    program: @escaping @Sendable () async throws -> Void
  ) -> Machine {
    machine(name, beside: other, dependencies: dependencies, replacingFiles: { $0 }, program: program)
  }

  /// Starts a program on a machine with a file system that a test has changed: for faults that the test plants.
  ///
  /// - Parameter replaceFiles: Returns the file system of the process, at each start.
  @discardableResult
  package func machine(
    _ name: String,
    beside other: Machine? = nil,
    dependencies: @escaping @Sendable (inout DependencyValues) -> Void = { _ in },
    replacingFiles replaceFiles: @escaping @Sendable (any FileSystem) -> any FileSystem,
    program: @escaping @Sendable () async throws -> Void
  ) -> Machine {
    precondition(!machines.contains { $0.name == name }, "There is a machine '\(name)' already.")
    let disk = other?.disk ?? Disk(name)
    let clock = other?.clock ?? MachineClock()
    let machine = Machine(name, disk: disk, clock: clock, world: self, dependencies, replaceFiles, program)
    machines.append(machine)
    machine.restart()
    return machine
  }

  /// Lets time pass. All machines run meanwhile.
  ///
  /// - Parameter duration: The virtual time. It costs real time only for what the programs do in it.
  public func run(for duration: Duration) async {
    await unsafe withUnsafeContinuation { continuation in
      scheduler.after(VirtualTime.nanoseconds(duration)) { unsafe continuation.resume() }
    }
  }

  /// Starts programs again at a later time, one machine after the other, as a rolling deployment does. Each is asked to
  /// end, see ``Machine/stop()``, and starts when it has ended. One that is off is started. Faults go on meanwhile.
  ///
  /// - Parameters:
  ///   - machines: The machines.
  ///   - time: The virtual time since the start of the world.
  ///   - pause: The time between a start and the end of the next program.
  public func deploy(_ machines: [Machine], at time: Duration, pause: Duration = .seconds(1)) {
    scheduler.director.start("deployment") { [self] in
      await run(for: max(.zero, time - now))
      for machine in machines {
        await machine.stop()
        machine.restart()
        await run(for: pause)
      }
    }
  }

  /// States what holds now.
  ///
  /// - Parameters:
  ///   - name: What holds, as a sentence. It names the failure.
  ///   - condition: Whether it holds.
  /// - Throws: An error that ends the story, if it does not hold.
  public func expect(_ name: String, _ condition: @autoclosure () throws -> Bool) throws {
    if try condition() { return }
    let problem = SimulationProblem.broken(name)
    note("broken: \(name)")
    scheduler.fail(problem)
    throw BrokenExpectation()
  }

  /// States what holds at each quiet moment: whenever no job is ready and time is about to advance.
  ///
  /// - Parameters:
  ///   - name: What holds, as a sentence. It names the failure.
  ///   - condition: Whether it holds. It may read disks and what programs have noted, and must not call programs: a
  ///     program may be in the middle of a system call.
  public func invariant(_ name: String, _ condition: @escaping @Sendable () throws -> Bool) {
    invariants.append(Invariant(name: name, holds: condition))
  }

  private func brokenInvariant() -> SimulationProblem? {
    for invariant in invariants where (try? invariant.holds()) != true {
      note("broken: \(invariant.name)")
      return .broken(invariant.name)
    }
    return nil
  }

  /// The number of the machines' activities. Of several that do the same, two count, whichever they are.
  private var state: UInt64 {
    var counts: [UInt64: UInt64] = [:]
    for machine in machines { counts[machine.activity, default: 0] += counts[machine.activity] == 2 ? 0 : 1 }
    return counts.reduce(0) { $0 ^ Bits.mixed(Bits.mixed($1.key) ^ $1.value) }
  }

  /// Lets programs report issues that tell of a fault of the world, such as a storage that can't be reached. They are
  /// no failures, but lines in the table of events.
  ///
  /// - Parameter isAllowed: Returns whether a program may report an issue with this text.
  public func allowIssues(_ isAllowed: @escaping @Sendable (_ message: String) -> Bool) {
    allowedIssues.append(isAllowed)
  }

  /// Returns whether a part of the story takes part: always, except in the runs by which a failure is made smaller.
  /// Those leave out the parts that the failure does not need.
  ///
  /// ```swift
  /// for number in 1...20 where world.includes("visitor\(number)") {
  ///   world.machine("visitor\(number)") { … }
  /// }
  /// ```
  ///
  /// - Parameter part: The name of the part. If it is that of a machine, all choices about the machine are left out.
  public func includes(_ part: String) -> Bool {
    scheduler.choices.choose(.presence, at: ChoicePlace(part), below: 2, perMille: 1_000) == 1
  }

  /// Adds a line to the table of events that a failure prints.
  ///
  /// If few runs note a text, others begin as these do. So a note shows a simulation of many seeds the way to something
  /// that needs several rare events in a row.
  public func note(_ text: String) {
    if !scheduler.isOver { scheduler.cover(.note(Bits.number(of: text))) }
    note(text, of: Worker.current?.process ?? scheduler.director)
  }

  func note(_ text: String, of process: SimulatedProcess) {
    guard !scheduler.isOver, !process.isDead else { return }
    events.append(SimulationEvent(time: scheduler.now, place: process.name, text: text))
    scheduler.note(process, 32, Bits.number(of: text), text: text)
  }

  /// Chooses a number. The same seed chooses the same numbers.
  ///
  /// - Parameter limit: The limit, at least 1. The result is below it. 0 is the choice of which a failure is cleared
  ///   first, so it should mean that less happens.
  public func choose(below limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    let place = (Worker.current?.process ?? scheduler.director).place
    return scheduler.choices.choose(.story, at: place, below: limit, perMille: 1_000 * (limit - 1) / limit)
  }

  /// The faults that happen from now on. Set it to `[]` to end them; machines that are off are started again.
  public var faults: [Fault] = [] {
    didSet {
      setClocks(before: oldValue)
      scheduleFaultSlot()
    }
  }

  /// Returns a real file into which the stores of a program can be recorded. It exists only in the last run of a
  /// failure, and only if the environment variable `SIMULATION_FOLDER` names a folder.
  ///
  /// ```swift
  /// let shop = world.machine("shop") { dependencies in
  ///   dependencies.recorder = world.recordingFile("shop").flatMap { try? Recorder(at: $0, durability: .mapped) }
  /// } program: { … }
  /// ```
  ///
  /// A recorder has to be `mapped`, because a batched one writes on a thread of its own.
  ///
  /// - Parameter name: A name. Each call returns a file of its own, because a program that starts again records into
  ///   another one.
  /// - Returns: The file, which does not exist yet; `nil` in all other runs.
  public func recordingFile(_ name: String) -> URL? {
    guard let folder else { return nil }
    let number = recordingCounts[name, default: 0] + 1
    recordingCounts[name] = number
    return folder.appendingPathComponent("\(name)-\(number).recording.jsonl")
  }

  // MARK: Faults

  /// Faults begin at multiples of this time, so that removing one does not move the others.
  private static let slot: Int64 = 100_000_000

  private func scheduleFaultSlot() {
    guard !isFaultSlotScheduled, !faults.isEmpty else { return }
    isFaultSlotScheduled = true
    let number = scheduler.now / Self.slot + 1
    scheduler.after(number * Self.slot - scheduler.now) { [unowned self] in
      isFaultSlotScheduled = false
      guard !scheduler.isOver else { return }
      for fault in faults { cause(fault, inSlot: UInt64(number)) }
      scheduleFaultSlot()
    }
  }

  private func cause(_ fault: Fault, inSlot slot: UInt64) {
    guard let interval = fault.interval, !fault.machines.isEmpty else { return }
    let perMille = max(1, Int(1_000 * Self.slot / max(interval, Self.slot)))
    let count = fault.machines.count
    let choice = scheduler.choices.choose(.fault, at: fault.place, below: count + 1, perMille: perMille, slot: slot)
    if choice > 0 { cause(fault, on: fault.machines[choice - 1], inSlot: slot) }
  }

  private func cause(_ fault: Fault, on machine: Machine, inSlot slot: UInt64) {
    guard machine.isRunning else { return }
    noteFault(fault.kind, of: machine)
    switch fault.kind {
    case .partition:
      partition(machine)
    case .clockSkew(let bound, let drift):
      setClock(of: machine, bound, drift, inSlot: slot)
    case .crash:
      for other in machines where other.disk === machine.disk && other.isRunning { restartLater(other) }
      machine.crash()
    case .kill:
      restartLater(machine)
      machine.kill()
    case .pause:
      machine.pause()
      scheduler.after(pause(of: machine)) { machine.resume() }
    case .slowLink:
      machine.note("has a slow link")
      network.setSlow(true, machine.name)
      scheduler.after(pause(of: machine)) { [network] in
        machine.note("has a fast link again")
        network.setSlow(false, machine.name)
      }
    case .fullDisk:
      machine.note("has a full disk")
      machine.disk.isFull = true
      machine.disk.lastFull += 1
      let number = machine.disk.lastFull
      scheduler.after(pause(of: machine)) {
        // A later fault goes on.
        if machine.disk.lastFull != number { return }
        machine.note("has room on its disk again")
        machine.disk.isFull = false
      }
    case .crashAtCalls, .failingDisk, .loseConnections: break
    }
  }

  private func noteFault(_ kind: Fault.Kind, of machine: Machine? = nil) {
    faultCounts[kind.name, default: 0] += 1
    scheduler.cover(fault: Bits.number(of: kind.name), at: machine?.process?.lastCall ?? 0)
  }

  private func partition(_ machine: Machine) {
    let directions = Network.Direction.allCases
    let choice = scheduler.choices.choose(.cut, at: machine.place, below: directions.count, perMille: 500)
    let texts = ["is cut off", "receives no messages", "has its messages stopped"]
    machine.note(texts[choice])
    let cut = network.add(Network.Cut(hosts: [machine.name], others: nil, direction: directions[choice]))
    scheduler.after(pause(of: machine)) { [network] in
      machine.note("is connected again")
      network.removeCut(cut)
    }
  }

  /// Returns the fault that loses connections between two machines, if there is one.
  private func faultOfConnections(_ sender: String, _ receiver: String) -> Fault.Kind? {
    faults.first { fault in
      guard case .loseConnections = fault.kind else { return false }
      return fault.machines.contains { $0.name == sender || $0.name == receiver }
    }?.kind
  }

  /// Corrects the clocks whose faults have ended, and sets those whose faults begin.
  private func setClocks(before: [Fault]) {
    func changes(from old: [Fault], to new: [Fault]) -> [Fault] {
      new.filter { fault in !old.contains { $0.place == fault.place && $0.kind == fault.kind } }
    }
    for fault in changes(from: faults, to: before) {
      guard case .clockSkew = fault.kind else { continue }
      for machine in fault.machines { machine.setClock(skew: 0, rate: 0) }
    }
    for fault in changes(from: before, to: faults) {
      guard case .clockSkew(let bound, let drift) = fault.kind else { continue }
      let slot = UInt64(scheduler.now / Self.slot)
      for machine in fault.machines { setClock(of: machine, bound, drift, inSlot: slot) }
    }
  }

  private func setClock(of machine: Machine, _ bound: Int64, _ drift: Int, inSlot slot: UInt64) {
    /// Chooses a number between -16 and 16.
    func choose(_ number: UInt64) -> Int {
      let choice = scheduler.choices.choose(.clock, at: machine.place, below: 33, perMille: 900, slot: number)
      return choice % 2 == 0 ? choice / -2 : (choice + 1) / 2
    }
    let skew = bound / 16 * Int64(choose(2 * slot))
    machine.setClock(skew: skew, rate: drift * choose(2 * slot + 1) / 16)
  }

  private func pause(of machine: Machine) -> Int64 {
    let choice = scheduler.choices.choose(.fault, at: machine.restartPlace, below: 20, perMille: 900)
    return Int64(1 + choice) * Self.slot
  }

  private func restartLater(_ machine: Machine) {
    scheduler.after(pause(of: machine)) { if !machine.isRunning { machine.restart() } }
  }

  /// Runs before each system call of a machine.
  func enterCall(of machine: Machine) {
    for fault in faults {
      guard case .crashAtCalls(let calls) = fault.kind, fault.machines.contains(where: { $0 === machine }) else {
        continue
      }
      let perMille = max(1, 1_000 / max(1, calls))
      if scheduler.choices.choose(.crash, at: machine.place, below: 2, perMille: perMille) == 0 { continue }
      noteFault(fault.kind, of: machine)
      for other in machines where other.disk === machine.disk && other.isRunning { restartLater(other) }
      return machine.crash()
    }
  }

  /// Returns how a call of a machine on its disk fails; `nil` if it does not.
  func failure(of call: String, on machine: Machine) -> DiskFailure? {
    for fault in faults {
      guard case .failingDisk(let calls) = fault.kind, fault.machines.contains(where: { $0 === machine }) else {
        continue
      }
      let perMille = max(1, 1_000 / max(1, calls))
      let choice = scheduler.choices.choose(.failure, at: machine.place, below: 3, perMille: perMille)
      if choice == 0 { continue }
      noteFault(fault.kind, of: machine)
      machine.note("has a disk that fails: \(call)\(choice == 1 ? "" : ", after its effect")")
      return choice == 1 ? .withoutEffect : .afterEffect
    }
    return nil
  }
}

/// Ends a story. The world has recorded the reason.
struct BrokenExpectation: Error {}

extension SimulationProblem {
  static func broken(_ name: String) -> Self {
    Self(kind: .expectation, name: name, text: "It does not hold: \(name).")
  }
}
