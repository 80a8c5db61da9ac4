package import DependencyInjection
import CounterpointSupport

/// Numbers the elements of stacks, from 0.
///
/// Safe to use from any thread.
final class StackElementIDGenerator: Sendable {
  private let generations = Locked(0)

  /// The generator of the dependencies that are in force: one for the live program, another for each test.
  static var current: StackElementIDGenerator {
    DependencyValues._current[StackElementIDGeneratorKey.self]
  }

  /// The number of the next element.
  fileprivate var position: Int {
    get { generations.withLock { $0 } }
    set { generations.withLock { $0 = newValue } }
  }

  /// The id of a new element.
  func next() -> StackElementID {
    generations.withLock { generation in
      defer { generation += 1 }
      return StackElementID(generation: generation)
    }
  }

  /// Consumes an id that was created elsewhere, if it is the next one.
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

/// The state of the numbering of stack elements in some dependencies, for a test store: the closure of an assertion
/// numbers the elements that it adds as the reducer did.
package struct StackElementNumbering {
  private let generator: StackElementIDGenerator

  /// Found once for some dependencies: looking for it costs more than the rest of a small step.
  package init(in dependencies: DependencyValues) {
    generator = dependencies[StackElementIDGeneratorKey.self]
  }

  /// The number of the next element.
  package var position: Int {
    get { generator.position }
    nonmutating set { generator.position = newValue }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var previewValue: StackElementIDGenerator { StackElementIDGenerator() }
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}
