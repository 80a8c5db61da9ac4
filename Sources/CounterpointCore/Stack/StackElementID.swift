@_spi(Internals) import CounterpointSupport
package import DependencyInjection
import IssueReporting

/// Identifies an element of a ``StackState``.
///
/// Ids are numbered in the order of insertion, and are never reused. In a test they start at 0, and can be written as
/// literals: `store.send(.path(.element(id: 0, action: .save)))`.
public struct StackElementID: Hashable, Sendable {
  let generation: Int

  init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id of an element by its number. Only for tests: outside of a test it stops the program, because the
  /// numbers are unpredictable.
  ///
  /// - Parameter value: The number of elements that were added earlier, in all stacks of the test.
  public init(integerLiteral value: Int) {
    self.init(literal: value, isTesting: isTesting)
  }

  init(literal value: Int, isTesting: Bool) {
    if !isTesting {
      // Not a precondition, because its message is removed from release builds.
      fatalError(
        """
        A stack element's id was written as the literal \(value) outside a test. The number of an element depends on all \
        elements that were pushed before: take the id from 'path.ids', or from the received action.
        """
      )
    }
    self.init(generation: value)
  }
}

extension StackElementID: Codable {
  /// Decodes the number. It identifies the same element only in a replay, because stacks number new elements.
  public init(from decoder: any Decoder) throws {
    self.init(generation: try decoder.singleValueContainer().decode(Int.self))
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

extension StackElementID: CustomDebugStringConvertible {
  /// The number, as in `#0`.
  public var debugDescription: String { "#\(generation)" }
}

/// Numbers the elements of stacks, from 0. Thread-safe.
final class StackElementIDGenerator: Sendable {
  private let generations = Locked(0)

  /// The generator of the current dependencies: one for the live program, and one per test.
  static var current: StackElementIDGenerator {
    DependencyValues._current[StackElementIDGeneratorKey.self]
  }

  /// The number of the next element.
  fileprivate var position: Int {
    get { generations.withLock { $0 } }
    set { generations.withLock { $0 = newValue } }
  }

  /// Returns the id of a new element.
  ///
  /// - Parameter last: An id in the same stack. It may come from elsewhere: from another test, or from a file.
  func next(after last: StackElementID?) -> StackElementID {
    generations.withLock { generation in
      if let last, last.generation < .max { generation = max(generation, last.generation + 1) }
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

/// Access to the numbering of stack elements, for a test store. It resets the numbering before an assertion, so that
/// the elements added there get the same ids as in the reducer.
package struct StackElementNumbering {
  private let generator: StackElementIDGenerator

  /// Looks up the generator of some dependencies. Reuse the result, because the lookup is slow.
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
