/// The state of a prompt, such as an alert, that is gone once the user has chosen.
///
/// Where an `ifLet` presents it, any of its own actions makes it `nil` after the parent has seen the action, unless the parent
/// has presented another one meanwhile. To be told from that, it is `Identifiable`, with a fresh id for each prompt. It may be
/// presented by itself, or as the payload of a case of an enum.
public protocol _EphemeralState {
  /// What the user can choose.
  associatedtype Action
}

/// Whether an action is the choice that a prompt waits for: whether the state is a prompt, or an enum in the case of one, and
/// the action is one of the prompt's.
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
