/// Returns whether two values are equal; `false` if their type is not `Equatable`.
///
/// The static type decides. For values of unknown types, see ``isEqual(_:_:)``.
package func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  guard let type = Value.self as? any Equatable.Type else { return false }
  return areEqual(left, right, as: type)
}

private func areEqual<Value, Comparable: Equatable>(_ left: Value, _ right: Value, as type: Comparable.Type) -> Bool {
  guard let left = left as? Comparable, let right = right as? Comparable else { return false }
  return left == right
}

/// Returns whether two values of any type are equal; `nil` if their type is not `Equatable`.
package func isEqual(_ left: Any, _ right: Any) -> Bool? {
  func compare<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  guard let left = left as? any Equatable else { return nil }
  return compare(left)
}
