/// The state of a prompt, such as an alert, that ends with the user's choice.
///
/// An `ifLet` that presents it makes it `nil` after the parent has handled one of its actions, unless the parent has
/// presented another prompt meanwhile. To distinguish them, it is `Identifiable`, with a new id for each prompt. It
/// may be presented directly, or as the payload of an enum's case.
public protocol _EphemeralState {
  /// The user's choices.
  associatedtype Action
}

/// Returns whether an action is the choice of a prompt: the state is a prompt, or an enum in the case of one, and the
/// action is one of the prompt's.
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
  guard let prompt = EnumCase(of: state.value)?.payload as? any _EphemeralState,
    let action = EnumCase(of: action)?.payload
  else { return false }
  return isChoice(action, of: prompt)
}

extension AlertState: _EphemeralState {}
extension ConfirmationDialogState: _EphemeralState {}
