import IssueReporting

/// Identifies an element of a ``StackState``.
///
/// Ids are numbered in the order of the elements' insertion, and are never reused. In a test they start at 0, and may
/// be written as literals: `store.send(.path(.element(id: 0, action: .save)))`.
public struct StackElementID: Hashable, Sendable {
  let generation: Int

  init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id of an element by its number. In tests only; elsewhere the numbers are unknown, and the program
  /// stops.
  ///
  /// - Parameter value: The number of elements that were added before, in all stacks of the test.
  public init(integerLiteral value: Int) {
    self.init(literal: value, isTesting: isTesting)
  }

  init(literal value: Int, isTesting: Bool) {
    if !isTesting {
      // Not a precondition: those lose their text in release builds.
      fatalError(
        """
        A stack element's id was written as the literal \(value) outside a test. The number that an element gets depends \
        on all that were pushed before: take the id from 'path.ids', or from the action that you were given.
        """
      )
    }
    self.init(generation: value)
  }
}

extension StackElementID: CustomDebugStringConvertible {
  /// The number, as in `#0`.
  public var debugDescription: String { "#\(generation)" }
}
