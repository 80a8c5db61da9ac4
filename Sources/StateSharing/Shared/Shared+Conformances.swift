public import CustomDump
public import Observation

extension Shared: Observable {}

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal.
  ///
  /// In an assertion, a wrapper compared with itself compares what is expected with what is.
  public static func == (left: Self, right: Self) -> Bool {
    guard let assertion = SharedTracking.assertion else { return left.wrappedValue == right.wrappedValue }
    let expected = left.storage.value(.expected(assertion))
    if left.storage === right.storage || left.reference.isSame(as: right.reference) {
      assertion.noteComparison(of: left.reference)
      assertion.noteComparison(of: left.storage)
      return expected == right.storage.value(.actual(assertion))
    }
    // Other references: on the right is what the code under test has put there, which it may have changed since.
    return expected == right.storage.value(.actual(assertion))
  }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The value's id.
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: CustomStringConvertible {
  /// The wrapper as one would write it: `Shared<Int>(.inMemory("count"))`.
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
  /// What an assertion expects, and what is; outside of assertions the value, twice.
  public var _customDiffValues: (Any, Any) {
    guard let assertion = SharedTracking.assertion else {
      let value = wrappedValue
      return (value, value)
    }
    return (storage.value(.expected(assertion)), storage.value(.actual(assertion)))
  }

  /// What tells values from one another in dumps: the root, so that a value's parts are seen to belong to it.
  public var _objectIdentifier: ObjectIdentifier { ObjectIdentifier(reference.root) }
}

extension SharedReader: Observable {}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue == right.wrappedValue
  }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The value's id.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: CustomStringConvertible {
  /// The wrapper as one would write it: `SharedReader<Int>(.inMemory("count"))`.
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
