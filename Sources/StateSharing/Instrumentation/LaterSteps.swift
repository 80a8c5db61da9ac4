/// The steps that an assertion has not reached, by the owners of their changes.
///
/// A value that did not change between a step and a later one has, after the step, the value before the later one. It
/// is found in O(log *n*), however many steps don't change it.
package struct LaterSteps: Sendable, ExpressibleByArrayLiteral {
  private struct Numbered: Sendable {
    let number: Int
    let step: SharedChanges
  }

  private var steps: [ObjectIdentifier: [Numbered]] = [:]
  private var lastNumber = 0
  /// The number of the last step that is left out.
  private var start = 0

  /// Creates a list without steps.
  package init() {}

  package init(arrayLiteral steps: SharedChanges...) {
    for step in steps { append(step) }
  }

  /// Adds a step after all others.
  ///
  /// - Returns: The number of the step.
  @discardableResult
  package mutating func append(_ step: SharedChanges) -> Int {
    lastNumber += 1
    for owner in step.owners { steps[owner, default: []].append(Numbered(number: lastNumber, step: step)) }
    return lastNumber
  }

  /// Removes a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - number: Its number.
  package mutating func remove(_ step: SharedChanges, number: Int) {
    for owner in step.owners {
      steps[owner]?.removeAll { $0.number == number }
      if steps[owner]?.isEmpty == true { steps[owner] = nil }
    }
  }

  /// Returns the steps after one of them.
  ///
  /// - Parameter number: The number of the step.
  package func after(_ number: Int) -> LaterSteps {
    var result = self
    result.start = number
    return result
  }

  /// Returns the first step that changes the value of an owner.
  func first(changing owner: ObjectIdentifier) -> SharedChanges? {
    guard let steps = steps[owner] else { return nil }
    let index = steps.partitioningIndex { $0.number > start }
    return index < steps.endIndex ? steps[index].step : nil
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a predicate, which all elements after it satisfy as well.
  fileprivate func partitioningIndex(_ isAfter: (Element) -> Bool) -> Int {
    var low = startIndex, high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
