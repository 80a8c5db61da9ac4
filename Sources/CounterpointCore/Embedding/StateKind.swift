import Locks

/// What embedding operators have to know of a type of state, found out once for each type.
enum StateKind {
  /// A prompt.
  case prompt
  /// An enum: who the child is, and whether it is a prompt, depends on the case.
  case cases
  case other

  init<State>(of state: UnsafePointer<State>) {
    if let known = kinds.withLock({ $0[ObjectIdentifier(State.self)] }) {
      self = known
      return
    }
    if State.self is any _EphemeralState.Type {
      self = .prompt
    } else if Self.isEnum(State.self) {
      self = .cases
    } else {
      self = .other
    }
    let kind = self
    kinds.withLock { $0[ObjectIdentifier(State.self)] = kind }
  }

  /// Whether a type is an enum, and no optional.
  ///
  /// Not by a mirror of a value: that takes a copy of it on the stack, for which it may be too big.
  static func isEnum(_ type: Any.Type) -> Bool {
    // The value of a metatype is the address of the type's metadata, whose first word says what kind of type it is: part of the
    // ABI. `StateKindTests` compares it with mirrors.
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    return unsafe metadata.pointee == 0x201
  }
}

/// As many as there are types of children in the program.
private let kinds = Locked<[ObjectIdentifier: StateKind]>([:])
