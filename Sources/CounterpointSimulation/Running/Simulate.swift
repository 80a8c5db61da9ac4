package import Foundation

/// Runs a story of machines and programs once for each seed, with faults, in virtual time, and reports the first seed
/// with which it fails.
///
/// ```swift
/// try await simulate(seeds: 1...200) { world in
///   let machine = world.machine("shop") { try await Shop().run() }
///   world.faults = [.crash([machine])]
///   await world.run(for: .seconds(60))
///   try world.expect("the shop runs", machine.isRunning)
/// }
/// ```
///
/// A seed decides everything: the order of jobs on all actors of all machines, when other processes run between two
/// system calls, faults, the bytes that survive a power failure, random numbers and identifiers. The same seed gives
/// the same run. The first seed is run twice, and so are the tenth, the hundredth and so on: a difference is a failure.
///
/// Whatever leaves the simulation is a failure that names the machine and the call: a thread, a dispatch queue, a wait
/// that nothing ends. Failures are broken expectations and invariants of the world, thrown errors, and reported issues.
/// `#expect` is not recognized as a failure of the seed.
///
/// The first 100 seeds show what is usual. From then on every fourth run begins as an earlier one that has reached
/// something rare: a state of the machines, an order of their calls, a fault at a certain call, a ``World/note(_:)``.
/// It goes on with its own seed. A failure prints such a run as `17,830:42`: 17 decides the first 830 choices, and 42
/// the others.
///
/// The environment variable `SIMULATION_SEEDS` replaces the seeds of all simulations of a process, by one such as `17`,
/// by those of one run such as `17,830:42`, or by a range such as `1...10000`. Each simulation then prints its report.
/// So a failed run is repeated, and many seeds are tried at night, without another build:
///
/// ```sh
/// SIMULATION_SEEDS=1...10000 swift test --filter ShopWorldTests
/// ```
///
/// If the environment variable `SIMULATION_FOLDER` names a folder, a failure writes the files of all disks there, and
/// the recordings for which the story has asked ``World/recordingFile(_:)``.
///
/// Needs Linux with glibc. From the first call on, the program's executors are replaced for the rest of the process, by
/// ones that treat other code as before.
///
/// - Parameters:
///   - seeds: The seeds, one per run.
///   - story: Creates machines in a world, lets time pass, and states what must hold. It runs in the simulation as
///     well.
/// - Returns: The number of runs, and what they did.
/// - Throws: A ``SimulationFailure`` for the first seed that fails, after it was repeated with fewer choices. If it
///   does not fail when it is repeated as it is, the failure says so.
@discardableResult
public func simulate(
  seeds: some Sequence<Int>,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  try await simulateInEnvironment(seeds.lazy.map { RunSeed($0) }, story)
}

/// Repeats one run of a story: for a test of a failure that another run has found.
///
/// A failure prints its run as two texts. The seeds repeat it as it was. A seed and the choices that are left when it
/// is shrunk repeat the smaller one, with all other choices as usual:
///
/// ```swift
/// try await simulate(
///   repeating: """
///     17 with 2 choices
///     fault of 'crash shop', number 12: 1
///     order of 'shop', number 3: 2
///     """,
///   story
/// )
/// ```
///
/// Choices are counted, so a change of the program or of the story may let them decide something else. If the story no
/// longer has a machine or a fault of the text, that is a failure. Keep a range of seeds beside such a test.
///
/// - Parameters:
///   - run: The run, as its failure has printed it.
///   - story: The same story.
/// - Returns: What the run did.
/// - Throws: A ``SimulationFailure``.
@discardableResult
public func simulate(
  repeating run: String,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  guard let run = RepeatedRun(run) else { throw SimulationFailure(unknownRun: run) }
  return try await simulateInEnvironment([run.seed], repeats: true, choices: run.choices, story)
}

private func simulateInEnvironment(
  _ seeds: some Sequence<RunSeed>,
  repeats: Bool = false,
  choices: [Choice]? = nil,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  let environment = ProcessInfo.processInfo.environment
  let folder = environment[FailureFolder.variable].map { URL(fileURLWithPath: $0) }
  guard let text = environment[SeedRange.variable] else {
    return try await simulate(seeds, repeats: repeats, choices: choices, patience: 20, folder: folder, story)
  }
  let report = try await simulate(SeedRange(text).seeds, patience: 20, folder: folder, story)
  try? FileHandle.standardError.write(contentsOf: Data("simulate: \(report)\n".utf8))
  return report
}

/// The seeds of an environment variable.
struct SeedRange {
  static let variable = "SIMULATION_SEEDS"

  let seeds: LazyMapSequence<ClosedRange<Int>, RunSeed>

  /// - Parameter text: The seeds of one run, or two numbers with `...` between them, the first one not greater.
  /// - Throws: A ``SimulationFailure`` if it is something else.
  init(_ text: String) throws {
    if let seed = RunSeed(text) {
      seeds = (0...0).lazy.map { _ in seed }
      return
    }
    let bounds = text.components(separatedBy: "...").map { Int($0) }
    guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first <= last else {
      throw SimulationFailure(unknownSeeds: text, of: Self.variable)
    }
    seeds = (first...last).lazy.map { RunSeed($0) }
  }
}

/// Runs a story as ``simulate(seeds:_:)`` does.
///
/// - Parameters:
///   - patience: The real time after which a job that has not ended counts as blocked, in seconds.
///   - folder: The folder for what failures leave; `nil` if they leave nothing.
@discardableResult
package func simulate(
  seeds: some Sequence<Int>,
  patience: Int,
  folder: URL? = nil,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  try await simulate(seeds.lazy.map { RunSeed($0) }, patience: patience, folder: folder, story)
}

/// - Parameters:
///   - repeats: Whether a test repeats a run that has failed.
///   - choices: The choices of the run, which differ from the default; `nil` if the seeds decide.
private func simulate(
  _ seeds: some Sequence<RunSeed>,
  repeats: Bool = false,
  choices: [Choice]? = nil,
  patience: Int,
  folder: URL?,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  if let problem = RuntimeSeams.problem {
    throw SimulationFailure(
      seed: nil,
      seedCount: 0,
      expectation: nil,
      text: "This program can't be simulated. \(problem)"
    )
  }
  var report = SimulationReport()
  var exploration = Exploration()
  for seed in seeds {
    let seed = exploration.next(seed)
    let runsTwice = isPowerOfTen(report.runCount + 1)
    let run = await SimulationRun.run(seed: seed, script: choices, keepsSteps: runsTwice, patience: patience, story)
    exploration.add(run.coverage, of: seed)
    report.add(run, stateCount: exploration.stateCount)
    if let problem = run.problem {
      var shrinking = Shrinking(run, problem: problem) { choices, timeLimit in
        await SimulationRun.run(seed: seed, script: choices, timeLimit: timeLimit, patience: patience, story)
      }
      if problem.isRepeatable, choices == nil {
        let again = await SimulationRun.run(seed: seed, patience: patience, story)
        guard again.problem.map(problem.isSame) == true else {
          throw SimulationFailure(seed: seed, number: report.runCount, unrepeated: problem)
        }
        await shrinking.shrink()
      }
      var remains: FailureFolder?
      if let folder, problem.isRepeatable {
        remains = await FailureFolder(in: folder, shrinking.best) { best, folder in
          await SimulationRun.run(
            seed: seed,
            script: best.choices,
            timeLimit: best.time,
            folder: folder,
            patience: patience,
            story
          )
        }
      }
      let repeated = choices.map { RepeatedRun(seed, choices: $0) } ?? RepeatedRun(seed)
      throw SimulationFailure(repeated, number: report.runCount, problem, run, shrinking, remains)
    }
    if !run.missingPlaces.isEmpty { throw SimulationFailure(missing: run.missingPlaces, seed: seed) }
    if repeats, choices == nil, let change = seed.changes.last, change.choice > run.choiceCount {
      throw SimulationFailure(seed: seed, choiceCount: run.choiceCount)
    }
    guard runsTwice else { continue }
    let again = await SimulationRun.run(seed: seed, script: choices, keepsSteps: true, patience: patience, story)
    if let difference = Trace.firstDifference(run.trace, again.trace) {
      throw SimulationFailure(seed: seed, differingAt: difference)
    }
  }
  return report
}

private func isPowerOfTen(_ number: Int) -> Bool {
  var number = number
  while number % 10 == 0 { number /= 10 }
  return number == 1
}

/// The counts of a simulation that has not failed.
public struct SimulationReport: Sendable, Equatable, CustomStringConvertible {
  /// The number of seeds.
  public private(set) var runCount = 0
  /// The number of jobs that the runtime has run.
  public private(set) var jobCount = 0
  /// The virtual time of all runs.
  public private(set) var time = Duration.zero
  /// The number of faults of all runs, by the names of the functions of ``Fault``. A fault that is missing here was
  /// never caused, so nothing is known about it.
  public private(set) var faultCounts: [String: Int] = [:]
  /// A hash of all steps of all runs. The same seeds give the same hash.
  public private(set) var hash: UInt64 = 0
  /// The number of different states that the machines had at quiet moments: which of them were off, paused or cut off,
  /// and which calls were the last ones of the others. Machines with the same task count as the same.
  public private(set) var stateCount = 0
  private var orders: Set<UInt64> = []
  private var combinations: Set<Set<String>> = []

  /// The number of different orders of jobs, system calls and events. If it is far below the number of seeds, more
  /// seeds will hardly find more.
  public var orderCount: Int { orders.count }

  /// The number of different sets of faults that runs had, by the names of the functions of ``Fault``.
  public var faultCombinationCount: Int { combinations.count }

  /// The counts, as one line.
  public var description: String {
    let faults = faultCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    let counts = "\(runCount) seeds, \(time) of virtual time, \(jobCount) jobs, \(stateCount) states"
    let combinations = "\(faultCombinationCount) combinations of faults (\(faults.isEmpty ? "none" : faults))"
    return "\(counts), \(orderCount) orders, \(combinations), trace \(String(hash, radix: 16))"
  }

  mutating func add(_ run: SimulationRun, stateCount: Int) {
    runCount += 1
    self.stateCount = stateCount
    jobCount += run.jobCount
    time += .nanoseconds(run.time)
    faultCounts.merge(run.faultCounts, uniquingKeysWith: +)
    hash = Bits.mixed(hash ^ run.trace.hash)
    orders.insert(run.trace.orderHash)
    combinations.insert(Set(run.faultCounts.keys))
  }
}
