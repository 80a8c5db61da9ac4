@_spi(Internals) import CounterpointSupport

/// A strategy by which `withSchedules` searches for an order of jobs in which a test fails.
public enum ScheduleStrategy: Hashable, Sendable {
  /// Whenever several jobs are ready, each is equally likely to run next.
  case random
  /// Each task gets a random priority, and the ready job with the highest priority runs. At `depth - 1` random
  /// points, the running task gets the lowest priority.
  ///
  /// Finds a failure that needs few but unlikely changes of order, for example a long delay of one task, more often
  /// than ``random`` does.
  ///
  /// - Parameter depth: The number of ordering constraints that together cause the failure, usually 2 or 3.
  case priorities(depth: Int)

  func makeStrategy(using generator: inout SeededGenerator) -> ScheduleGenerator.Strategy {
    switch self {
    case .random:
      .random
    case .priorities(let depth):
      .priorities(changes: Set((1..<max(depth, 1)).map { _ in Int.random(in: 1...50, using: &generator) }))
    }
  }
}

/// Chooses which ready job of a test store runs next.
///
/// Safe to use from any thread.
final class Schedule: Sendable {
  /// The schedule of test stores created in the current task; `nil` for first-in, first-out order.
  @TaskLocal static var current: Schedule?

  private let generator: Locked<ScheduleGenerator>

  init(_ generator: ScheduleGenerator) {
    self.generator = Locked(generator)
  }

  /// Chooses the next item; see ``ScheduleGenerator/choose(among:)``.
  func choose(among owners: [UInt64?]) -> Int {
    generator.withLock { $0.choose(among: owners) }
  }

  /// The number of choices made.
  var choiceCount: Int { generator.withLock { $0.choiceCount } }
}

/// Makes the choices of a schedule: the same seed leads to the same choices.
struct ScheduleGenerator: Sendable {
  /// The state of a strategy.
  enum Strategy: Sendable {
    /// Each ready job is equally likely.
    case random
    /// Each task has a random priority, and the ready job with the highest priority runs. At random choices, the
    /// running task gets the lowest priority.
    case priorities(changes: Set<Int>)
  }

  private var strategy: Strategy
  private var random: SeededGenerator
  /// The number of choices after which jobs run in first-in, first-out order.
  private let limit: Int
  private var priorities: [UInt64: UInt64] = [:]
  private var lowestPriority: UInt64 = .max / 2
  /// The number of choices made.
  private(set) var choiceCount = 0

  init(strategy: ScheduleStrategy, seed: Int, limit: Int = .max) {
    var random = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    self.strategy = strategy.makeStrategy(using: &random)
    self.random = random
    self.limit = limit
  }

  /// Chooses the next item.
  ///
  /// - Parameter owners: The serial numbers of the tasks of the ready jobs; `nil` for a callback on the store's actor.
  /// - Returns: The index of the item that runs next.
  mutating func choose(among owners: [UInt64?]) -> Int {
    guard choiceCount < limit else { return 0 }
    choiceCount += 1
    switch strategy {
    case .random:
      return Int.random(in: owners.indices, using: &random)
    case .priorities(let changes):
      let index = highestPriority(among: owners)
      guard changes.contains(choiceCount), let owner = owners[index] else { return index }
      lowestPriority -= 1
      priorities[owner] = lowestPriority
      return highestPriority(among: owners)
    }
  }

  private mutating func highestPriority(among owners: [UInt64?]) -> Int {
    var best = (index: 0, priority: UInt64.min)
    for (index, owner) in owners.enumerated() {
      // A callback is never overtaken: it runs when it becomes ready.
      guard let owner else { return index }
      let priority = priorities[owner] ?? UInt64.random(in: (.max / 2 + 1) ... .max, using: &random)
      priorities[owner] = priority
      if priority > best.priority { best = (index, priority) }
    }
    return best.index
  }
}

/// A random number generator that returns the same numbers for a seed on every platform.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of SplitMix64: a counter whose bits are mixed.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
