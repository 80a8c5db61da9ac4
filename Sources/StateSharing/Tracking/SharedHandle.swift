/// A type-erased `Shared` in an assertion, for code that inspects states of unknown types.
package protocol SharedHandle {
  /// Returns the expected and the actual value of two wrappers at the same position of two states.
  func comparison(with other: any SharedHandle) -> (expected: Any, actual: Any)

  /// Whether the expected value is the actual one; `true` if the values can't be compared.
  var isMet: Bool { get }

  /// Returns whether both show the same part of the same root, or are copies of one another.
  func isSame(as other: any SharedHandle) -> Bool

  /// Makes the actual value the expected one.
  func expectActual()

  /// The owners of recorded changes: the root and the wrapper itself.
  var owners: [ObjectIdentifier] { get }
}

extension Shared: SharedHandle {
  package func comparison(with other: any SharedHandle) -> (expected: Any, actual: Any) {
    guard let other = other as? Self else { return (wrappedValue, wrappedValue) }
    guard let assertion = SharedTracking.assertion else { return (wrappedValue, other.wrappedValue) }
    return (storage.value(.expected(assertion)), other.storage.value(.actual(assertion)))
  }

  package var isMet: Bool {
    let (expected, actual) = comparison(with: self)
    return isEqual(expected, actual) ?? true
  }

  package func isSame(as other: any SharedHandle) -> Bool {
    guard let other = other as? Self else { return false }
    return storage === other.storage || reference.isSame(as: other.reference)
  }

  package func expectActual() {
    guard let assertion = SharedTracking.assertion else { return }
    let actual = storage.value(.actual(assertion))
    withLock { $0 = actual }
  }

  package var owners: [ObjectIdentifier] { [ObjectIdentifier(reference.root), ObjectIdentifier(storage)] }
}
