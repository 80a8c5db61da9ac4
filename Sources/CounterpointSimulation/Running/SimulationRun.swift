@_spi(Internals) import CounterpointSupport
import Foundation
import IssueReporting
import Synchronization

/// The result of one run of a story.
struct SimulationRun: Sendable {
  let trace: Trace
  let coverage: Coverage
  let problem: SimulationProblem?
  let events: [SimulationEvent]
  /// The choices that differ from the default.
  let choices: [Choice]
  /// The number of all choices.
  let choiceCount: Int
  /// The machines and faults of the script about which nothing was to be chosen.
  let missingPlaces: [String]
  /// The virtual time at the end, in nanoseconds.
  let time: Int64
  let jobCount: Int
  /// The number of faults, by their names.
  let faultCounts: [String: Int]
  /// The disks as they are at the end.
  let disks: [Disk]
  /// Each machine's activity and files when the run failed.
  let lastStates: [String]

  /// Runs a story.
  ///
  /// - Parameters:
  ///   - seed: The seeds that decide.
  ///   - script: The choices that differ from the default; `nil` if the seed decides.
  ///   - timeLimit: The virtual time at which the story is ended, in nanoseconds; `nil` for its own end.
  ///   - folder: The real folder for recordings; `nil` if there are none.
  ///   - keepsSteps: Whether the steps are kept.
  ///   - patience: The real time after which a job that has not ended counts as blocked, in seconds.
  static func run(
    seed: RunSeed,
    script: [Choice]? = nil,
    timeLimit: Int64? = nil,
    folder: URL? = nil,
    keepsSteps: Bool = false,
    patience: Int,
    _ story: @escaping @Sendable (World) async throws -> Void
  ) async -> SimulationRun {
    let world = World(seed: seed, script: script, timeLimit: timeLimit, keepsSteps: keepsSteps, folder: folder)
    let scheduler = world.scheduler
    scheduler.director.start("story") {
      let reporter = ProgramReporter(scheduler: scheduler, process: scheduler.director)
      await withIssueReporters([reporter]) {
        do {
          try await story(world)
        } catch is BrokenExpectation {
          // Recorded by the world.
        } catch {
          let text = "The story has thrown an error: \(error)"
          scheduler.fail(SimulationProblem(kind: .error, name: "story: \(type(of: error))", text: text))
        }
      }
      scheduler.finishStory()
    }
    if await isBlocked(scheduler, for: patience) { return SimulationRun(blockedAfter: patience) }
    return SimulationRun(
      trace: scheduler.trace,
      coverage: scheduler.coverage,
      problem: scheduler.failure,
      events: world.events,
      choices: scheduler.choices.made,
      choiceCount: scheduler.choices.count,
      missingPlaces: scheduler.choices.missingPlaces.map(\.name).sorted(),
      time: scheduler.timeOfEnd,
      jobCount: scheduler.jobCount,
      faultCounts: world.faultCounts,
      disks: world.disks,
      lastStates: world.lastStates
    )
  }

  /// Starts a simulation on threads of its own, and waits for its end.
  ///
  /// - Returns: Whether a job has blocked its thread. The threads of the simulation are left.
  private static func isBlocked(_ scheduler: Scheduler, for patience: Int) async -> Bool {
    // A task, because a continuation may be resumed before it is awaited, which the thread sanitizer takes for a race.
    let watchdog = Task.detached(executorPreference: ThreadExecutor()) {
      scheduler.start()
      var last = -1
      while true {
        scheduler.end.wait(atMost: patience)
        if scheduler.end.isOpen { return false }
        if scheduler.isFindingPlace { continue }
        let progress = scheduler.progress.load(ordering: .relaxed)
        if progress == last { return true }
        last = progress
      }
    }
    return await watchdog.value
  }

  private init(blockedAfter seconds: Int) {
    trace = Trace(keepsSteps: false)
    coverage = Coverage()
    problem = .blocked(seconds: seconds)
    events = []
    choices = []
    choiceCount = 0
    missingPlaces = []
    time = 0
    jobCount = 0
    faultCounts = [:]
    disks = []
    lastStates = []
  }

  private init(
    trace: Trace,
    coverage: Coverage,
    problem: SimulationProblem?,
    events: [SimulationEvent],
    choices: [Choice],
    choiceCount: Int,
    missingPlaces: [String],
    time: Int64,
    jobCount: Int,
    faultCounts: [String: Int],
    disks: [Disk],
    lastStates: [String]
  ) {
    self.trace = trace
    self.coverage = coverage
    self.problem = problem
    self.events = events
    self.choices = choices
    self.choiceCount = choiceCount
    self.missingPlaces = missingPlaces
    self.time = time
    self.jobCount = jobCount
    self.faultCounts = faultCounts
    self.disks = disks
    self.lastStates = lastStates
  }
}

/// Runs each job on a thread of its own, which the job may block.
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    startThread(named: "watchdog") { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
