/// One run of a program on a machine, from its start to its end or to a crash. The preferred executor of its tasks.
final class SimulatedProcess: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn, and before the simulation
  // starts.
  let scheduler: Scheduler
  let place: ChoicePlace
  /// The clock of its machine.
  let clock: MachineClock
  /// The number of the process in the simulation.
  let number: UInt64
  /// Runs before each system call of the process. May not return before the process goes on.
  var beforeCall: (SimulatedProcess, Worker) -> Void = { _, _ in }

  /// The last system call or received message, as a number.
  var lastCall: UInt64 = 0
  /// Whether the process has ended or crashed. Its jobs are kept until the end of the simulation.
  var isDead = false
  /// Whether the process is stopped, as by SIGSTOP. Its jobs wait.
  var isPaused = false
  /// The worker whose thread waits inside of a job of this process. No other job of the process runs meanwhile, because
  /// it could wait for a lock that the waiting job has.
  var blocked: Worker?
  /// The entries that wait until the process is neither blocked nor paused.
  var held: [Scheduler.Entry] = []
  /// Cancel the tasks that the simulation has started.
  var cancellations: [@Sendable () -> Void] = []
  var generator: ProcessGenerator

  /// - Parameters:
  ///   - name: The name of its machine.
  ///   - start: The number of the start on its machine.
  ///   - clock: The clock of its machine.
  init(_ name: String, start: Int, number: Int, seed: Int, clock: MachineClock, scheduler: Scheduler) {
    self.scheduler = scheduler
    self.clock = clock
    place = ChoicePlace(name)
    self.number = UInt64(number)
    let seed = Bits.mixed(UInt64(bitPattern: Int64(seed))) ^ place.number ^ UInt64(start)
    generator = ProcessGenerator(seed: Bits.mixed(seed))
  }

  var name: String { place.name }

  /// Starts a task of the process.
  @discardableResult
  func start(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task(name: name, executorPreference: self) { await body() }
    cancellations.append { task.cancel() }
    return task
  }
}
