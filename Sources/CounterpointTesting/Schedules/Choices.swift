/// How a schedule chooses, as a value: the same seed makes the same choices.
struct Choices: Sendable {
  /// What the choices are made by.
  enum Strategy: Sendable {
    /// Each ready job is as likely as any other.
    case random
    /// Each task has a priority by chance, and the ready job with the highest runs; at some moments, chosen by chance, the
    /// running task falls behind all others.
    case priorities(changes: Set<Int>)
  }

  private var strategy: Strategy
  private var generator: SeededGenerator
  /// After how many choices the order is that in which jobs become ready.
  private let limit: Int
  private var priorities: [ObjectIdentifier: UInt64] = [:]
  private var lowest: UInt64 = .max / 2
  /// How many choices have been made.
  private(set) var made = 0

  init(strategy: ScheduleStrategy, seed: Int, limit: Int = .max) {
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    self.strategy = strategy.makeStrategy(using: &generator)
    self.generator = generator
    self.limit = limit
  }

  /// - Parameter owners: Whose the ready jobs are; `nil` for what is done where the store lives.
  /// - Returns: The index of the one that runs.
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
      // Nothing overtakes what comes home: it is done where it arrives.
      guard let owner else { return index }
      let priority = priorities[owner] ?? UInt64.random(in: (.max / 2 + 1) ... .max, using: &generator)
      priorities[owner] = priority
      if priority > best.priority { best = (index, priority) }
    }
    return best.index
  }
}

/// Random numbers that are the same for the same seed, on every platform.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A step of SplitMix64: a counter whose bits are mixed.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
