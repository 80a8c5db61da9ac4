@_spi(Internals) import CounterpointSupport

// These functions read states in place, because a copy per level of a feature tree may not fit on the thread's stack.

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

  // Not inlined, because its stack frame has room for a copy of the state.
  @inline(never)
  private init<State>(ofCase state: Address<State>, id: AnyHashable?) {
    let enumCase = EnumCase(of: state.value)
    self.init(case: enumCase?.name, id: id ?? enumCase?.payloadID)
  }

  /// Creates the identity of a child that is an enum's payload: the id of the enum if it has one, otherwise that of the
  /// payload.
  init<Payload>(of payload: Address<Payload>, orOfEnum enumID: AnyHashable?) {
    self.init(id: enumID ?? identifier(of: payload))
  }
}

/// Returns the id of a value; `nil` if it is not `Identifiable`.
// Not inlined, because its stack frame has room for a copy of the value.
@inline(never)
func identifier<Value>(of value: Address<Value>) -> AnyHashable? {
  func id<Identified: Identifiable>(as type: Identified.Type) -> AnyHashable {
    AnyHashable(value.known(as: type).value.id)
  }
  return (Value.self as? any Identifiable.Type).map { id(as: $0) }
}

extension EnumCase {
  /// The id of the payload; `nil` if it is not `Identifiable`.
  fileprivate var payloadID: AnyHashable? {
    func id<Payload: Identifiable>(of payload: Payload) -> AnyHashable { AnyHashable(payload.id) }
    return (payload as? any Identifiable).map { id(of: $0) }
  }
}

/// The state of a prompt, such as an alert, that is removed after the user's choice.
///
/// The presenting `ifLet` sets it to `nil` after the parent has handled one of its actions, unless the parent has
/// presented another prompt meanwhile. To distinguish prompts, the state is `Identifiable`, with a new id for each
/// prompt. It may be presented directly, or as the payload of an enum's case.
public protocol _EphemeralState: _OwnReducerState {
  /// The user's choices.
  associatedtype Action
}

extension _EphemeralState {
  /// A reducer that does nothing.
  public static var _ownReducer: EmptyReducer<Self, Action> { EmptyReducer() }
}

/// Returns whether an action is a choice in a prompt. The state may be the prompt, or an enum with the prompt as the
/// payload of its current case.
func isChoice<State, Action>(_ action: Action, of state: Address<State>) -> Bool {
  switch StateKind(of: state) {
  case .prompt:
    return true
  case .other:
    return false
  case .cases:
    return isChoice(action, ofCase: state)
  }
}

/// On its own, because it has room on the stack for a copy of the state.
@inline(never)
private func isChoice<State, Action>(_ action: Action, ofCase state: Address<State>) -> Bool {
  func isChoice<Prompt: _EphemeralState>(_ action: Any, of prompt: Prompt) -> Bool { action is Prompt.Action }
  guard let shown = EnumCase(of: state.value), let prompt = shown.payload as? any _EphemeralState,
    let choice = EnumCase(of: action), let action = choice.payload
  else { return false }
  // The generated action has the names of the state's cases. A prompt that was replaced may be answered late.
  if State.self is any CaseReducerState.Type, choice.name != shown.name { return false }
  return isChoice(action, of: prompt)
}

extension AlertState: _EphemeralState {}
extension ConfirmationDialogState: _EphemeralState {}

/// The kind of a state type, as far as composition operators need it. Determined once per type.
enum StateKind {
  /// A prompt.
  case prompt
  /// An enum. Its current case determines the child's identity, and whether it is a prompt.
  case cases
  case other

  init<State>(of state: Address<State>) {
    if let cached = kinds.withLock({ $0[ObjectIdentifier(State.self)] }) {
      self = cached
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

/// The kinds of all types. Bounded by the number of types of child states in the program.
private let kinds = Locked<[ObjectIdentifier: StateKind]>([:])

/// The issue of an action for an absent child.
struct MissingChild {
  /// The operator's name, as in `ifLet`.
  let name: String
  /// The location of the operator.
  let location: SourceLocation

  /// Reports an action for which there was no child.
  ///
  /// - Parameters:
  ///   - received: A description of the action and of the absent child.
  ///   - action: The action.
  ///   - present: A description of the current state, if it is relevant.
  ///   - child: The noun for the child.
  func report(_ received: String, action: some Any, insteadOf present: String = "", child: String = "child") {
    let article = "aeiou".contains(child.prefix(1)) ? "an" : "a"
    reportIssue(
      """
      '\(name)' at \(location.fileID):\(location.line) received \(received):

      \(indentedDump(of: action))
      \(present)
      The \(child) was not run; the parent was. Possible causes:

      • A reducer that runs before the '\(name)' has removed the \(child)'s state, for this action or an earlier one. Remove \
      it in the reducer that the '\(name)' is attached to, which runs after the \(child).
      • An effect has sent the action after the \(child)'s state was removed. Effects that \(article) \(child) returns through \
      '\(name)' are canceled when its state is removed, except those that were returned together with the removal, and \
      those of other features.
      • The action was sent to the store while the state was absent. Check the state first, or remove the sender of the \
      action, such as a screen that is still shown.
      """,
      at: location
    )
  }
}
