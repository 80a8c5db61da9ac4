@_spi(Internals) import CounterpointSupport
import HeapModule
import Synchronization

/// Runs the jobs of all processes of a simulation, one at a time, in an order that the choices decide, and in virtual
/// time.
final class Scheduler: @unchecked Sendable {
  // @unchecked because the variables are accessed only by the worker that has the turn, and before the start. What
  // other threads access is atomic or has a lock.

  /// Something that can go on.
  struct Entry {
    enum Step {
      case job(UnownedJob, JobKind)
      /// A thread that waits inside of a job.
      case resume(Worker)
      case call(@Sendable () -> Void)
    }

    let process: SimulatedProcess
    let step: Step

    var isResume: Bool { if case .resume = step { true } else { false } }
  }

  private struct Timer: Comparable {
    let time: Int64
    let number: UInt64
    let entry: Entry
    /// The time on the clock of the machine before which the entry is not due; `nil` if only the virtual time counts.
    let due: Int64?

    static func < (left: Self, right: Self) -> Bool { (left.time, left.number) < (right.time, right.number) }
    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  }

  private enum Phase {
    case running
    /// The result is known. The remaining tasks are canceled and run on, without effect, so that their memory is freed.
    case burial(stepsLeft: Int)
    case ended
  }

  /// The state that threads outside of the simulation access.
  private struct Outside: Sendable {
    var phase = OutsidePhase.setup
    var arrivals: [(job: UnownedJob, kind: JobKind, process: SimulatedProcess)] = []
    var escapes: [String] = []
  }

  private enum OutsidePhase { case setup, running, ended }

  var choices: Choices
  private(set) var trace: Trace
  private(set) var coverage = Coverage()
  /// The virtual time since the start, in nanoseconds.
  private(set) var now: Int64 = 0
  /// The number of jobs that have run.
  private(set) var jobCount = 0
  /// The process of the story, which also owns what belongs to no machine.
  private(set) var director: SimulatedProcess!
  private(set) var processes: [SimulatedProcess] = []
  /// The virtual time at which the result was known.
  private(set) var timeOfEnd: Int64 = 0
  /// The first failure.
  private(set) var failure: SimulationProblem?
  /// Checked whenever nothing is ready. Returns a failure.
  var checkWhenQuiet: () -> SimulationProblem? = { nil }
  /// Returns whether an issue that the running program reports is no failure.
  var allowsIssue: (_ message: String) -> Bool = { _ in false }
  /// Called when the simulation has failed, before anything is ended.
  var didFail: () -> Void = {}
  /// Opened at the end.
  let end = Latch()
  /// Changes with each step. For the watchdog.
  let progress = Atomic<Int>(0)
  /// The number of threads that are finding the place of a call.
  private let searches = Atomic<Int>(0)

  private let seed: RunSeed
  /// The virtual time at which the story is ended; `nil` for its own end.
  private let timeLimit: Int64?
  private var phase = Phase.running
  private var isStoryOver = false
  private var ready: [Entry] = []
  private var timers = Heap<Timer>()
  private var timerCount: UInt64 = 0
  /// The entries of dead processes.
  private var morgue: [Entry] = []
  private var idle: [Worker] = []
  private var stepsAtThisTime = 0
  private var timeOfSteps: Int64 = 0
  private var needsCheck = false
  private let outside = Locked(Outside())
  private let hasArrivals = Atomic(false)
  /// Opened when the first job begins to arrive, and when it has.
  private let arrival = Latch()
  private let arrived = Latch()

  /// The number of steps after which a simulation whose time does not advance is stopped.
  private static let stepLimit = 200_000

  init(seed: RunSeed, script: [Choice]?, timeLimit: Int64?, keepsSteps: Bool) {
    self.seed = seed
    self.timeLimit = timeLimit
    choices = Choices(seed: seed, script: script)
    trace = Trace(keepsSteps: keepsSteps)
    director = makeProcess("story", start: 0, clock: MachineClock())
  }

  func makeProcess(_ name: String, start: Int, clock: MachineClock) -> SimulatedProcess {
    let process = SimulatedProcess(
      name,
      start: start,
      number: processes.count,
      seed: seed.first,
      clock: clock,
      scheduler: self
    )
    processes.append(process)
    return process
  }

  /// Starts the first worker, with the jobs that were enqueued before.
  func start() {
    let arrivals = outside.withLock { outside in
      outside.phase = .running
      defer { outside.arrivals = [] }
      return outside.arrivals
    }
    for arrival in arrivals { offer(Entry(process: arrival.process, step: .job(arrival.job, arrival.kind))) }
    let worker = Worker(self)
    worker.turn.open()
    worker.start()
  }

  /// Whether a thread is finding the place of a call. The time of this counts for no limit: it can take a minute in a
  /// large program on a busy machine.
  var isFindingPlace: Bool { searches.load(ordering: .relaxed) > 0 }

  /// Calls a function that finds the place of a call.
  func findingPlace(_ find: () -> String?) -> String? {
    searches.wrappingAdd(1, ordering: .relaxed)
    defer { searches.wrappingSubtract(1, ordering: .relaxed) }
    return find()
  }

  // MARK: Arrivals

  /// Receives a job, on any thread.
  ///
  /// - Parameter delay: The time on the clock of the machine after which it may run.
  func receive(_ job: UnownedJob, _ kind: JobKind, of process: SimulatedProcess, after delay: Int64 = 0) {
    guard let worker = Worker.current, worker.scheduler === self else {
      return receiveFromOutside(job, kind, of: process)
    }
    let entry = Entry(process: process, step: .job(job, kind))
    guard delay > 0 else { return offer(entry) }
    let time = process.clock.virtualTime(for: delay, from: now)
    schedule(entry, after: time, due: process.clock.time(at: now) + delay)
  }

  /// Receives a job on a thread outside of the simulation. Only before the start that is no error.
  private func receiveFromOutside(_ job: UnownedJob, _ kind: JobKind, of process: SimulatedProcess) {
    let isEscape = outside.withLock { $0.phase } == .running
    var place: String?
    if isEscape {
      place = findingPlace {
        // At once, because finding the place takes longer than the simulation may run.
        hasArrivals.store(true, ordering: .releasing)
        arrival.open()
        return CallPlace.ofCaller()
      }
    }
    outside.withLock { outside in
      guard outside.phase != .ended else { return }
      outside.arrivals.append((job, kind, process))
      if isEscape { outside.escapes.append(SimulationProblem.escapeText(of: process.name, at: place)) }
    }
    if isEscape { arrived.open() }
  }

  /// Calls a function after a virtual time.
  func after(_ delay: Int64, of process: SimulatedProcess? = nil, _ body: @escaping @Sendable () -> Void) {
    schedule(Entry(process: process ?? director, step: .call(body)), after: delay)
  }

  /// Calls a function as soon as the process is neither blocked nor paused.
  func call(_ process: SimulatedProcess, _ body: @escaping @Sendable () -> Void) {
    offer(Entry(process: process, step: .call(body)))
  }

  private func schedule(_ entry: Entry, after delay: Int64, due: Int64? = nil) {
    timerCount += 1
    timers.insert(Timer(time: now + max(0, delay), number: timerCount, entry: entry, due: due))
  }

  /// Offers the entry of a timer, unless the clock of its machine has become slower meanwhile.
  private func fire(_ timer: Timer) {
    now = max(now, timer.time)
    let clock = timer.entry.process.clock
    if let due = timer.due, case let rest = due - clock.time(at: now), rest > 0 {
      schedule(timer.entry, after: clock.virtualTime(for: rest, from: now), due: due)
    } else {
      offer(timer.entry)
    }
  }

  /// Adds an entry to the ready ones, or to those that wait for its process.
  private func offer(_ entry: Entry) {
    let process = entry.process
    if isRunning, process.isDead {
      morgue.append(entry)
    } else if isRunning && process.isPaused || process.blocked != nil && !entry.isResume {
      process.held.append(entry)
    } else {
      ready.append(entry)
    }
  }

  private var isRunning: Bool { if case .running = phase { true } else { false } }
  /// Whether the result is known, so that nothing has an effect any more.
  var isOver: Bool { !isRunning }

  /// Offers the held entries of a process again.
  func release(_ process: SimulatedProcess) {
    let held = process.held
    process.held = []
    for entry in held { offer(entry) }
  }

  /// Stops a process until its entries are released.
  func pause(_ process: SimulatedProcess) {
    process.isPaused = true
    process.held += ready.filter { $0.process === process }
    ready.removeAll { $0.process === process }
  }

  /// Ends a process: what it would still do is kept for the end of the simulation.
  func kill(_ process: SimulatedProcess) {
    guard !process.isDead else { return }
    process.isDead = true
    process.isPaused = false
    morgue += process.held
    process.held = []
    morgue += ready.filter { $0.process === process }
    ready.removeAll { $0.process === process }
  }

  /// Ends the simulation with a failure, unless there is one already.
  func fail(_ problem: SimulationProblem) {
    if isRunning, failure == nil { failure = problem }
  }

  /// Ends the simulation: the story has returned.
  func finishStory() { isStoryOver = true }

  /// Records a step of a process that is no job: a system call or an event.
  func note(_ process: SimulatedProcess, _ words: UInt64..., text: @autoclosure () -> String) {
    guard isRunning else { return }
    let number = words.reduce(0) { Bits.mixed($0 ^ $1) }
    trace.add(at: now, process.number, number, text: "\(process.name) \(text())")
  }

  /// Records a system call of a process, or a message that it receives, for the coverage.
  func cover(_ process: SimulatedProcess, _ call: UInt64) {
    guard isRunning else { return }
    process.lastCall = call
    coverage.add(Coverage.Call(process: process.number, name: call), after: choices.count)
  }

  /// Records a state of all machines, or a noted text, for the coverage.
  func cover(_ point: CoveragePoint) { coverage.add(point, after: choices.count) }

  /// Records a fault for the coverage.
  func cover(fault: UInt64, at call: UInt64) { coverage.add(fault: fault, at: call, after: choices.count) }

  // MARK: Turns

  /// Lets virtual time pass for code that belongs to no process.
  func advance(by nanoseconds: Int64) { now += max(0, nanoseconds) }

  /// Lets a virtual time pass inside of a job, while other processes run.
  func block(_ process: SimulatedProcess, on worker: Worker, for nanoseconds: Int64) {
    guard isRunning else { return advance(by: nanoseconds) }
    let isAlone = ready.allSatisfy { $0.process === process } && timers.min.map { $0.time > now + nanoseconds } ?? true
    if isAlone, !hasArrivals.load(ordering: .acquiring) { return advance(by: nanoseconds) }
    schedule(Entry(process: process, step: .resume(worker)), after: nanoseconds)
    yield(process, on: worker)
  }

  /// Stops the running job of a process at the current system call. It returns only at the end of the simulation.
  func stop(_ process: SimulatedProcess, on worker: Worker) {
    guard isRunning else { return }
    morgue.append(Entry(process: process, step: .resume(worker)))
    yield(process, on: worker)
  }

  private func yield(_ process: SimulatedProcess, on worker: Worker) {
    process.blocked = worker
    if !process.isDead {
      process.held += ready.filter { $0.process === process }
      ready.removeAll { $0.process === process }
    }
    let turn = Latch()
    worker.turn = turn
    if let next = idle.popLast() {
      next.turn.open()
    } else {
      let next = Worker(self)
      next.turn.open()
      next.start()
    }
    turn.wait()
    process.blocked = nil
    release(process)
  }

  /// Runs steps while the worker has the turn.
  ///
  /// - Returns: Whether this worker has ended the simulation.
  func loop(on worker: Worker) -> Bool {
    while let entry = next() {
      progress.wrappingAdd(1, ordering: .relaxed)
      switch entry.step {
      case .job(let job, let kind):
        if isRunning { jobCount += 1 }
        worker.process = entry.process
        RuntimeSeams.run(job, kind, of: entry.process)
        worker.process = nil
      case .call(let body):
        worker.process = entry.process
        body()
        worker.process = nil
      case .resume(let other):
        let turn = Latch()
        worker.turn = turn
        idle.append(worker)
        other.turn.open()
        turn.wait()
        if worker.isRetired { return false }
      }
    }
    finish()
    return true
  }

  /// Returns the next step; nil at the end.
  private func next() -> Entry? {
    while true {
      switch phase {
      case .ended: return nil
      case .burial(let stepsLeft):
        phase = .burial(stepsLeft: stepsLeft - 1)
        if stepsLeft > 0, let entry = nextOfBurial() { return entry }
        phase = .ended
      case .running:
        if let entry = nextOfRun() { return entry }
        beginBurial()
      }
    }
  }

  private func nextOfRun() -> Entry? {
    while failure == nil, !isStoryOver {
      if hasArrivals.exchange(false, ordering: .acquiringAndReleasing) { takeArrivals() }
      if failure != nil { return nil }
      if !ready.isEmpty { return nextReady() }
      if let timeLimit, now > timeLimit { return nil }
      if needsCheck {
        needsCheck = false
        failure = checkWhenQuiet()
        continue
      }
      if let timer = timers.popMin() {
        fire(timer)
        continue
      }
      // A thread outside of the simulation may be about to resume a task.
      Worker.outside { arrival.wait(atMost: 1) }
      if !hasArrivals.load(ordering: .acquiring) {
        failure = .nothingLeft(waiting: processes.filter { !$0.isDead }.map(\.name))
      }
    }
    return nil
  }

  private func nextReady() -> Entry {
    let count = ready.count
    let first = ready[0].process.place
    let index = count == 1 ? 0 : choices.choose(.order, at: first, below: count, perMille: 200)
    let entry = ready.remove(at: index)
    let name = entry.process.name
    needsCheck = true
    if timeOfSteps != now { (timeOfSteps, stepsAtThisTime) = (now, 0) }
    stepsAtThisTime += 1
    if stepsAtThisTime > Self.stepLimit { failure = .spins(name: name, steps: Self.stepLimit) }
    switch entry.step {
    case .job(_, let kind):
      trace.add(at: now, entry.process.number, UInt64(index), kind.rawValue, text: "\(name) runs a job (\(kind))")
    case .resume:
      trace.add(at: now, entry.process.number, UInt64(index), 8, text: "\(name) goes on")
    case .call:
      trace.add(at: now, entry.process.number, UInt64(index), 9, text: "\(name) is called")
    }
    return entry
  }

  private func takeArrivals() {
    Worker.outside { arrived.wait() }
    let (arrivals, escapes) = outside.withLock { outside in
      defer { (outside.arrivals, outside.escapes) = ([], []) }
      return (outside.arrivals, outside.escapes)
    }
    for arrival in arrivals { offer(Entry(process: arrival.process, step: .job(arrival.job, arrival.kind))) }
    if let escape = escapes.first { failure = SimulationProblem(kind: .escape, text: escape) }
  }

  // MARK: The end

  /// Cancels all tasks, and offers everything that waits.
  private func beginBurial() {
    timeOfEnd = now
    if failure != nil { didFail() }
    phase = .burial(stepsLeft: 20_000)
    for process in processes {
      process.isPaused = false
      // As steps of the process, because a blocked job may have a lock that a cancellation handler needs.
      for cancel in process.cancellations { offer(Entry(process: process, step: .call(cancel))) }
      process.cancellations = []
      release(process)
    }
    let dead = morgue
    morgue = []
    for entry in dead { offer(entry) }
  }

  private func nextOfBurial() -> Entry? {
    if !ready.isEmpty { return ready.removeFirst() }
    while let timer = timers.popMin() {
      now = max(now, timer.time)
      offer(timer.entry)
      if !ready.isEmpty { return ready.removeFirst() }
    }
    return nil
  }

  private func finish() {
    outside.withLock { $0.phase = .ended }
    for worker in idle {
      worker.isRetired = true
      worker.turn.open()
    }
    idle = []
    for process in processes { process.held = [] }
    processes = []
    (ready, morgue) = ([], [])
    timers = Heap()
    checkWhenQuiet = { nil }
    allowsIssue = { _ in false }
    didFail = {}
  }
}
