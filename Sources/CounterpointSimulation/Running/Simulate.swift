import Foundation

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
/// the same run. The first seed is run twice, and a difference is a failure.
///
/// Whatever leaves the simulation is a failure that names the machine and the call: a thread, a dispatch queue, a wait
/// that nothing ends. Failures are broken expectations and invariants of the world, thrown errors, and reported issues.
/// `#expect` is not recognized as a failure of the seed.
///
/// The environment variable `SIMULATION_SEEDS` replaces the seeds of all simulations of a process, by one such as `17`
/// or by a range such as `1...10000`. Each simulation then prints its report. So a failed seed is repeated, and many
/// are tried at night, without another build:
///
/// ```sh
/// SIMULATION_SEEDS=1...10000 swift test --filter ShopWorldTests
/// ```
///
/// Needs Linux with glibc. From the first call on, the program's executors are replaced for the rest of the process, by
/// ones that treat other code as before.
///
/// - Parameters:
///   - seeds: The seeds, one per run.
///   - story: Creates machines in a world, lets time pass, and states what must hold. It runs in the simulation as
///     well.
/// - Returns: The number of runs, and what they did.
/// - Throws: A ``SimulationFailure`` for the first seed that fails, after it was repeated with fewer choices.
@discardableResult
public func simulate(
  seeds: some Sequence<Int>,
  _ story: @escaping @Sendable (World) async throws -> Void
) async throws -> SimulationReport {
  guard let text = ProcessInfo.processInfo.environment[SeedRange.variable] else {
    return try await simulate(seeds: seeds, patience: 20, story)
  }
  let report = try await simulate(seeds: SeedRange(text).seeds, patience: 20, story)
  try? FileHandle.standardError.write(contentsOf: Data("simulate: \(report)\n".utf8))
  return report
}

/// The seeds of an environment variable.
struct SeedRange {
  static let variable = "SIMULATION_SEEDS"

  let seeds: ClosedRange<Int>

  /// - Parameter text: A number, or two with `...` between them, the first one not greater.
  /// - Throws: A ``SimulationFailure`` if it is something else.
  init(_ text: String) throws {
    let bounds = text.components(separatedBy: "...").map { Int($0) }
    guard bounds.count <= 2, let first = bounds.first ?? nil, let last = bounds.last ?? nil, first <= last else {
      throw SimulationFailure(
        seed: nil,
        seedCount: 0,
        expectation: nil,
        text: "\(Self.variable) is '\(text)'. Set it to a seed such as '17', or to a range of them such as '1...100'."
      )
    }
    seeds = first...last
  }
}

/// Runs a story as ``simulate(seeds:_:)`` does.
///
/// - Parameter patience: The real time after which a job that has not ended counts as blocked, in seconds.
@discardableResult
package func simulate(
  seeds: some Sequence<Int>,
  patience: Int,
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
  for seed in seeds {
    let isFirst = report.runCount == 0
    let run = await SimulationRun.run(seed: seed, keepsSteps: isFirst, patience: patience, story)
    report.add(run)
    if let problem = run.problem {
      var shrinking = Shrinking(run, problem: problem) { choices, timeLimit in
        await SimulationRun.run(seed: seed, script: choices, timeLimit: timeLimit, patience: patience, story)
      }
      if problem.isRepeatable { await shrinking.shrink() }
      throw SimulationFailure(seed: seed, seedCount: report.runCount, problem, run, shrinking)
    }
    guard isFirst else { continue }
    let again = await SimulationRun.run(seed: seed, keepsSteps: true, patience: patience, story)
    if let difference = Trace.firstDifference(run.trace, again.trace) {
      throw SimulationFailure(seed: seed, differingAt: difference)
    }
  }
  return report
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
    let counts = "\(runCount) seeds, \(time) of virtual time, \(jobCount) jobs, \(orderCount) orders"
    return "\(counts), \(faultCombinationCount) combinations of faults (\(faults.isEmpty ? "none" : faults))"
  }

  mutating func add(_ run: SimulationRun) {
    runCount += 1
    jobCount += run.jobCount
    time += .nanoseconds(run.time)
    faultCounts.merge(run.faultCounts, uniquingKeysWith: +)
    hash = Bits.mixed(hash ^ run.trace.hash)
    orders.insert(run.trace.orderHash)
    combinations.insert(Set(run.faultCounts.keys))
  }
}
