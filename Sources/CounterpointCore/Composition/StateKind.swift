import CounterpointSupport

/// The properties of a state type that embedding operators need, determined once per type.
enum StateKind {
  /// A prompt.
  case prompt
  /// An enum: the child's identity, and whether it is a prompt, depend on the case.
  case cases
  case other

  init<State>(of state: Address<State>) {
    if let known = kinds.withLock({ $0[ObjectIdentifier(State.self)] }) {
      self = known
      return
    }
    if State.self is any _EphemeralState.Type {
      self = .prompt
    } else if isEnum(State.self) {
      self = .cases
    } else {
      self = .other
    }
    let kind = self
    kinds.withLock { $0[ObjectIdentifier(State.self)] = kind }
  }
}

/// As many as there are types of children in the program.
private let kinds = Locked<[ObjectIdentifier: StateKind]>([:])
