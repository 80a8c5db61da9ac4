/// Returns whether two values are equal; `false` if their type is not `Equatable`.
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  guard let type = Value.self as? any Equatable.Type else { return false }
  return areEqual(left, right, as: type)
}

private func areEqual<Value, Comparable: Equatable>(_ left: Value, _ right: Value, as type: Comparable.Type) -> Bool {
  guard let left = left as? Comparable, let right = right as? Comparable else { return false }
  return left == right
}
