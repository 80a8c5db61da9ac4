// States are looked at where they are: they may be too big to copy, on the stack of a tree of features above all.

extension ChildIdentity {
  /// Creates the identity of a child from its state: for an enum the case and the id of its payload, for
  /// `Identifiable` state its id. All other states of a type have one identity.
  ///
  /// Finding the case of an enum takes some microseconds.
  init<State>(of state: Address<State>) {
    let id = identifier(of: state)
    switch StateKind(of: state) {
    case .cases:
      self.init(ofCase: state, id: id)
    case .prompt, .other:
      self.init(id: id)
    }
  }

  /// On its own, because it has room on the stack for a copy of the state.
  @inline(never)
  private init<State>(ofCase state: Address<State>, id: AnyHashable?) {
    let enumCase = EnumCase(of: state.value)
    self.init(case: enumCase?.name, id: id ?? enumCase?.payloadID)
  }

  /// Creates the identity of a child that is an enum's payload: the id of the enum, or else of the payload.
  init<Payload>(of payload: Address<Payload>, orOfEnum enumID: AnyHashable?) {
    self.init(id: enumID ?? identifier(of: payload))
  }
}

/// The id of a value, if it is `Identifiable`.
@inline(never)
func identifier<Value>(of value: Address<Value>) -> AnyHashable? {
  func id<Known: Identifiable>(as type: Known.Type) -> AnyHashable {
    AnyHashable(value.known(as: type).value.id)
  }
  return (Value.self as? any Identifiable.Type).map { id(as: $0) }
}

extension EnumCase {
  /// The id of the payload, if it is `Identifiable`.
  fileprivate var payloadID: AnyHashable? {
    func id<Known: Identifiable>(of payload: Known) -> AnyHashable { AnyHashable(payload.id) }
    return (payload as? any Identifiable).map { id(of: $0) }
  }
}
