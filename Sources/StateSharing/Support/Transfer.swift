/// Passes a value of any type across a Sendable boundary.
struct Transfer<Value>: @unchecked Sendable {
  // @unchecked because the lock protects the value. The object behind a value of class type is its owner's
  // responsibility, as `Shared` documents.
  let value: Value
}
