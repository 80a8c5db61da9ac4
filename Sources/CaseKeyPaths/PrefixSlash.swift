prefix operator /

/// Unavailable: the former spelling of the case path of a case with a payload, `/Action.child`.
@available(*, unavailable, message: "Write a key path to the case: '\\.child' instead of '/Action.child'")
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> CaseKeyPath<Root, Value> {
  preconditionFailure("Unavailable.")
}

/// Unavailable: the former spelling of the case path of a case without a payload, `/Action.tap`.
@available(*, unavailable, message: "Write a key path to the case: '\\.tap' instead of '/Action.tap'")
public prefix func / <Root>(root: Root) -> CaseKeyPath<Root, Void> {
  preconditionFailure("Unavailable.")
}
