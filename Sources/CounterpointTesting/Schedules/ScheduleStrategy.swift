/// How `withSchedules` looks for an order of jobs that breaks a test.
public enum ScheduleStrategy: Hashable, Sendable {
  /// Whenever several jobs are ready, each is as likely to run next as any other.
  case random
  /// Each task gets a priority by chance, and the ready job with the highest priority runs; `depth - 1` times, the running
  /// task falls behind all others.
  ///
  /// Finds what needs few but unlikely changes of order (a task that is held up for long) more often than ``random`` does.
  ///
  /// - Parameter depth: How many orderings have to come together for the failure: mostly 2 or 3.
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
