import IssueReporting
import Locks

/// Numbers the elements of stacks, from 0.
///
/// Safe to use from any thread.
final class StackElementIDGenerator: Sendable {
  private let generations = Locked(0)

  /// The id of a new element.
  func next() -> StackElementID {
    generations.withLock { generation in
      defer { generation += 1 }
      return StackElementID(generation: generation)
    }
  }

  /// Uses up an id that somebody else has made, if it is the next one.
  ///
  /// - Parameter id: The id.
  /// - Returns: The id that would have been next.
  func use(_ id: StackElementID) -> StackElementID {
    generations.withLock { generation in
      defer { if id.generation == generation { generation += 1 } }
      return StackElementID(generation: generation)
    }
  }
}

extension StackElementIDGenerator {
  private static let process = StackElementIDGenerator()
  private static let tests = Locked<[TestContext.Testing.Test.ID: StackElementIDGenerator]>([:])

  /// The generator of the current test, or else of the process.
  static var current: StackElementIDGenerator {
    guard let test = currentTestID else { return process }
    return tests.withLock { tests in
      let generator = tests[test] ?? StackElementIDGenerator()
      tests[test] = generator
      return generator
    }
  }
}
