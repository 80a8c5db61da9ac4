@_spi(Internals) import CounterpointSupport
public import CustomDump
public import Observation

extension Shared: Observable {}

extension Shared: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  ///
  /// In an assertion, a wrapper compared with itself compares the expected with the actual value.
  public static func == (left: Self, right: Self) -> Bool {
    guard let assertion = SharedTracking.assertion else { return left.wrappedValue == right.wrappedValue }
    let expected = left.storage.value(.expected(assertion))
    if left.storage === right.storage || left.reference.isSame(as: right.reference) {
      assertion.noteComparison(of: left.reference)
      assertion.noteComparison(of: left.storage)
      return expected == right.storage.value(.actual(assertion))
    }
    // The code under test assigned the right-hand side, and may have changed it since.
    return expected == right.storage.value(.actual(assertion))
  }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The value's id.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomStringConvertible {
  /// The wrapper as it is written in code: `Shared<Int>(.inMemory("count"))`.
  public var description: String { reference.wrapperDescription }
}

extension Shared: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension Shared: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

extension Shared: _CustomDiffObject {
  /// The expected and the actual value in an assertion; outside of assertions, the value twice.
  public var _customDiffValues: (Any, Any) {
    guard let assertion = SharedTracking.assertion else {
      let value = wrappedValue
      return (value, value)
    }
    return (storage.value(.expected(assertion)), storage.value(.actual(assertion)))
  }

  /// The identity of the value in dumps: the root, so that derived parts are shown as its parts.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference.root) }
}

extension SharedReader: Observable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Returns whether the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    guard let assertion = left.assertion else { return left.wrappedValue == right.wrappedValue }
    return left.storage.value(.expected(assertion)) == right.storage.value(.actual(assertion))
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The value's id.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomStringConvertible {
  /// The wrapper as it is written in code: `SharedReader<Int>(.inMemory("count"))`.
  public var description: String { wrapperText("SharedReader", of: Value.self, reference.description) }
}

extension SharedReader: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension SharedReader: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

extension SharedReader: _CustomDiffObject {
  /// The running assertion, if it compares read-only wrappers.
  fileprivate var assertion: SharedAssertion? {
    SharedTracking.assertion.flatMap { $0.comparesReaders ? $0 : nil }
  }

  /// The values before and after an action that is printed; otherwise, the value twice.
  public var _customDiffValues: (Any, Any) {
    guard let assertion else {
      let value = wrappedValue
      return (value, value)
    }
    return (storage.value(.expected(assertion)), storage.value(.actual(assertion)))
  }

  /// The identity of the value in dumps. Each derived value has its own, because it may differ from the root's.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference) }
}

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
