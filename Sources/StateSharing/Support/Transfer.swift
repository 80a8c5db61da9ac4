/// Takes a value of any type to where only sendable ones may go.
struct Transfer<Value>: @unchecked Sendable {
  // @unchecked because a shared value is whatever its owner says that it is: the lock protects the value, and what a
  // class-typed value points to is its owner's business, as `Shared` documents.
  let value: Value
}
