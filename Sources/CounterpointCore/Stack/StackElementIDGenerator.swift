import DependencyInjection
import Locks

/// Numbers the elements of stacks, from 0.
///
/// Safe to use from any thread.
final class StackElementIDGenerator: Sendable {
  private let generations = Locked(0)

  /// The generator of the dependencies that are in force: one for the live program, another for each test.
  static var current: StackElementIDGenerator {
    DependencyValues._current[StackElementIDGeneratorKey.self]
  }

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
      let next = StackElementID(generation: generation)
      if id == next { generation += 1 }
      return next
    }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var previewValue: StackElementIDGenerator { StackElementIDGenerator() }
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
