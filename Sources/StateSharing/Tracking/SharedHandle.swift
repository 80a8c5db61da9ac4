/// A `Shared` of whatever value, in an assertion: for code that looks into states without knowing their types.
package protocol SharedHandle {
  /// What the assertion expects, and what is, of two wrappers in the same place of two states.
  func comparison(with other: any SharedHandle) -> (expected: Any, actual: Any)

  /// Whether the assertion expects what is. True if the values can't be compared.
  var isMet: Bool { get }

  /// Whether both show the same part of the same root, or are copies of one another.
  func isSame(as other: any SharedHandle) -> Bool

  /// Has the assertion expect what is.
  func expectActual()

  /// What changes are recorded of: the root that is shown, and the wrapper itself.
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
