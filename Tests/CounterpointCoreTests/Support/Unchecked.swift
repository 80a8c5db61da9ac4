/// Carries what is not `Sendable` into a closure that must be, where a test knows that it stays on one actor.
final class Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
