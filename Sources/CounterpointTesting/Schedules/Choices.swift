/// The choices of a schedule, as a value: the same seed makes the same choices.
struct Choices: Sendable {
  /// The state of a strategy.
  enum Strategy: Sendable {
    /// Each ready job is equally likely.
    case random
    /// Each task has a random priority, and the ready job with the highest priority runs. At random choices, the
    /// running task gets the lowest priority.
    case priorities(changes: Set<Int>)
  }

  private var strategy: Strategy
  private var generator: SeededGenerator
  /// The number of choices after which jobs run in first-in, first-out order.
  private let limit: Int
  private var priorities: [ObjectIdentifier: UInt64] = [:]
  private var lowest: UInt64 = .max / 2
  /// The number of choices made.
  private(set) var made = 0

  init(strategy: ScheduleStrategy, seed: Int, limit: Int = .max) {
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    self.strategy = strategy.makeStrategy(using: &generator)
    self.generator = generator
    self.limit = limit
  }

  /// Chooses the next item.
  ///
  /// - Parameter owners: The owners of the ready jobs; `nil` for a callback on the store's actor.
  /// - Returns: The index of the item that runs next.
  mutating func choose(among owners: [ObjectIdentifier?]) -> Int {
    guard made < limit else { return 0 }
    made += 1
    switch strategy {
    case .random:
      return Int.random(in: owners.indices, using: &generator)
    case .priorities(let changes):
      let index = highest(among: owners)
      guard changes.contains(made), let owner = owners[index] else { return index }
      lowest -= 1
      priorities[owner] = lowest
      return highest(among: owners)
    }
  }

  private mutating func highest(among owners: [ObjectIdentifier?]) -> Int {
    var best = (index: 0, priority: UInt64.min)
    for (index, owner) in owners.enumerated() {
      // A callback is never overtaken: it runs when it becomes ready.
      guard let owner else { return index }
      let priority = priorities[owner] ?? UInt64.random(in: (.max / 2 + 1) ... .max, using: &generator)
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
