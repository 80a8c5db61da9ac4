import ControlledClocks
@_spi(Internals) import CounterpointSupport
import DependencyInjection
@_spi(Internals) import DurableFiles
import Foundation
import IssueReporting
import StateSharing

/// A computer with a disk, on which a program runs.
///
/// ``World/machine(_:beside:dependencies:program:)`` creates it and starts the program. Use a machine from the story of
/// its world.
public final class Machine: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn.

  /// The name, unique in the world.
  public let name: String
  /// The disk, which survives crashes and restarts.
  public let disk: Disk
  let place: ChoicePlace
  let restartPlace: ChoicePlace
  let clock: MachineClock
  private unowned let world: World
  private let configure: @Sendable (inout DependencyValues) -> Void
  private let replaceFiles: @Sendable (any FileSystem) -> any FileSystem
  private let program: @Sendable () async throws -> Void
  private(set) var process: SimulatedProcess?
  /// Whether it answers on the network: also if its program has been killed, as the system of a real machine does.
  private(set) var hasPower = true
  private var mainTask: Task<Void, Never>?
  private var starts = 0
  /// Called when the process ends.
  private var waiters: [@Sendable () -> Void] = []
  private var isStopping = false

  /// The time after which a program that is asked to end is killed, in nanoseconds.
  private static let patience: Int64 = 10_000_000_000
  /// The time for which an ending program tries to write its waiting changes.
  private static let flushTimeout = Duration.seconds(8)

  init(
    _ name: String,
    disk: Disk,
    clock: MachineClock,
    world: World,
    _ configure: @escaping @Sendable (inout DependencyValues) -> Void,
    _ replaceFiles: @escaping @Sendable (any FileSystem) -> any FileSystem,
    _ program: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.disk = disk
    self.clock = clock
    self.world = world
    self.configure = configure
    self.replaceFiles = replaceFiles
    self.program = program
    place = ChoicePlace(name)
    restartPlace = ChoicePlace("\(ChoicePlace.restartPrefix)\(name)", machines: [name])
    let scheduler = world.scheduler
    disk.clock = { [unowned scheduler] in clock.date(at: scheduler.now) }
  }

  /// Whether the program runs, or is paused.
  public var isRunning: Bool { process.map { !$0.isDead } ?? false }

  /// The number of the machine's activity, for the coverage: whether it is off, stopped or cut off, and which call was
  /// the last one.
  var activity: UInt64 {
    guard let process, !process.isDead else { return 1 }
    if process.isPaused { return 2 }
    return process.lastCall &+ (world.network.isCut(name) ? 3 : 5)
  }

  /// Its activity, and the files on its disk that are not hidden, for a failure.
  var summary: String {
    var text = "\(name) has ended"
    if !hasPower {
      text = "\(name) is off"
    } else if let process, !process.isDead {
      text = "\(name) \(process.isPaused ? "is paused" : "runs")"
    }
    if world.network.isCut(name) { text += ", is cut off" }
    if starts > 1 { text += ", has started \(starts) times" }
    let files = disk.files.filter { !$0.split(separator: "/").contains { $0.utf8.first == UInt8(ascii: ".") } }
    let listed = files.prefix(5).map { "\($0) (\(disk.contents(of: $0)?.count ?? 0) bytes)" }
    if !files.isEmpty { text += "; on its disk: \(listed.joined(separator: ", "))" }
    return files.count > listed.count ? "\(text) and \(files.count - listed.count) more" : text
  }

  private var scheduler: Scheduler { world.scheduler }

  // MARK: Ends

  /// Ends everything as a power failure does: the program does not go on from where it is, and of the disk only what
  /// was synchronized is certain to survive. Machines with the same disk lose their power as well.
  public func crash() {
    let affected = world.machines.filter { $0.disk === disk && $0.isRunning }
    for machine in world.machines where machine.disk === disk { machine.hasPower = false }
    for machine in affected { machine.note("loses its power") }
    for machine in affected { machine.endProcess(losesPower: true) }
    disk.losePower { [scheduler, disk] _, limit in
      scheduler.choices.choose(.disk, at: disk.place, below: limit, perMille: 700)
    }
    stopIfCalledByProcess()
  }

  /// Ends the process without warning, as SIGKILL does. The disk keeps all its writes.
  public func kill() {
    guard isRunning else { return }
    note("is killed")
    endProcess()
    stopIfCalledByProcess()
  }

  /// Asks the program to end, as SIGTERM does for a program with a service lifecycle: cancels its task, and waits until
  /// it has returned and its waiting writes are written. After ten seconds of virtual time it is killed.
  public func stop() async {
    guard isRunning, let process else { return }
    note("is asked to end")
    isStopping = true
    // As a step of the process, because a blocked job may have a lock that a cancellation handler needs.
    scheduler.call(process) { [mainTask] in mainTask?.cancel() }
    scheduler.after(Self.patience) { [self] in if self.process === process, isRunning { kill() } }
    await unsafe withUnsafeContinuation { continuation in
      waiters.append { unsafe continuation.resume() }
    }
  }

  private func endProcess(losesPower: Bool = false) {
    guard let process, !process.isDead else { return }
    world.network.end(process, losesPower: losesPower)
    disk.closeAll(of: ObjectIdentifier(process))
    scheduler.kill(process)
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter() }
  }

  /// A job can't be ended from outside, so one that has ended its own process does not go on before the simulation is
  /// over.
  private func stopIfCalledByProcess() {
    guard let worker = Worker.current, let running = worker.process, running.isDead else { return }
    scheduler.stop(running, on: worker)
  }

  // MARK: Pauses

  /// Stops the process, as SIGSTOP does. Time goes on.
  public func pause() {
    guard isRunning, let process, !process.isPaused else { return }
    note("is paused")
    scheduler.pause(process)
  }

  /// Lets a paused process go on, as SIGCONT does.
  public func resume() {
    guard isRunning, let process, process.isPaused else { return }
    process.isPaused = false
    note("goes on")
    scheduler.release(process)
  }

  // MARK: Time

  /// Sets the clock.
  ///
  /// - Parameters:
  ///   - skew: The difference to the right date, in nanoseconds.
  ///   - rate: How much too fast the clock is, in parts per million.
  func setClock(skew: Int64, rate: Int) {
    clock.set(skew: skew, rate: rate, at: scheduler.now)
    let difference = VirtualTime.text(abs(skew)).drop { $0 == " " }
    let date = skew == 0 ? "right" : "\(difference) \(skew < 0 ? "behind" : "ahead")"
    let speed = rate == 0 ? "" : ", and \(abs(rate)) ppm too \(rate < 0 ? "slow" : "fast")"
    note("has a clock that is \(date)\(speed)")
  }

  // MARK: Starts

  /// Starts the program with what is on the disk. Kills it before if it runs.
  public func restart() {
    // A restart that was due later.
    if scheduler.isOver { return }
    kill()
    starts += 1
    isStopping = false
    hasPower = true
    let process = scheduler.makeProcess(name, start: starts, clock: clock)
    process.beforeCall = { [unowned self] _, _ in world.enterCall(of: self) }
    self.process = process
    note(starts == 1 ? "starts" : "starts again")
    let files = replaceFiles(SimulatedFiles(disk, process) { [unowned self] in world.failure(of: $0, on: self) })
    let watcher = SimulatedFolders.watcher(disk, process)
    let values = dependencies(of: process, files, watcher)
    let reporter = ProgramReporter(scheduler: scheduler, process: process)
    mainTask = process.start(name) { [self, program] in
      await withIssueReporters([reporter]) {
        await CurrentFileSystem.$value.withValue(files) {
          await FileWatcher.$current.withValue(watcher) {
            await DependencyValues.$_current.withValue(values) {
              end(process, because: await failure(of: program))
            }
          }
        }
      }
    }
  }

  /// Runs the program, and writes the waiting changes if it has ended normally.
  private func failure(of program: @Sendable () async throws -> Void) async -> (any Error)? {
    do {
      do {
        try await program()
      } catch is CancellationError where isStopping {
        // The program was asked to end.
      }
      try await SharedStorage.flushScope(timeout: Self.flushTimeout)
      return nil
    } catch {
      return error
    }
  }

  private func end(_ process: SimulatedProcess, because error: (any Error)?) {
    guard self.process === process, isRunning else { return }
    if let error {
      note("has thrown an error: \(error)")
      let text = "The program of '\(name)' has thrown an error: \(error)"
      return scheduler.fail(SimulationProblem(kind: .error, name: "\(name): \(type(of: error))", text: text))
    }
    note("ends")
    endProcess()
  }

  private func dependencies(
    of process: SimulatedProcess,
    _ files: any FileSystem,
    _ watcher: FileWatcher
  ) -> DependencyValues {
    var values = DependencyValues.test
    values.continuousClock = ContinuousClock()
    values.suspendingClock = SuspendingClock()
    values.date = DateGenerator { Date() }
    values.uuid = UUIDGenerator { Self.uuid(process.generator.next(), process.generator.next()) }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(GeneratorOfProcess(process: process))
    let layer = FileLayer(on: files).notifying { [unowned self] notice in note("\(notice)") }
    values.defaultFileStorage = .disk(
      layer: layer,
      grace: (duration: .milliseconds(100), clock: ContinuousClock()),
      watcher: watcher
    )
    configure(&values)
    return values
  }

  /// Returns a random identifier (version 4).
  private static func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
    let high = high & ~0xF000 | 0x4000
    let low = low & ~(0b11 << 62) | 0b10 << 62
    let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }

  /// Adds a line to the table of events, unless the machine is off.
  func note(_ text: String) {
    if let process { world.note(text, of: process) }
  }
}

/// The generator of a process as a value.
private struct GeneratorOfProcess: RandomNumberGenerator, Sendable {
  let process: SimulatedProcess

  func next() -> UInt64 { process.generator.next() }
}

/// Makes the issues that a program reports failures of its simulation.
struct ProgramReporter: IssueReporter {
  let scheduler: Scheduler
  let process: SimulatedProcess

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    guard severity == .error, !process.isDead, !scheduler.isOver else { return }
    let message = message() ?? ""
    if scheduler.allowsIssue(message) { return }
    let text = "'\(process.name)' has reported an issue at \(fileID):\(line): \(message)"
    scheduler.fail(SimulationProblem(kind: .issue, name: "\(fileID):\(line)", text: text))
  }
}
