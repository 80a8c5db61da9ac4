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

  func makeStrategy(using generator: inout SeededGenerator) -> Choices.Strategy {
    switch self {
    case .random:
      .random
    case .priorities(let depth):
      .priorities(changes: Set((1..<max(depth, 1)).map { _ in Int.random(in: 1...50, using: &generator) }))
    }
  }
}
