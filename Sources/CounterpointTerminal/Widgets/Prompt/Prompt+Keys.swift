import CounterpointCore

extension Prompt {
  /// What a key means.
  ///
  /// Tab and the arrows go to another choice, around the ends; return and the space bar take the one that is selected. Escape
  /// takes the button in the role of `cancel`, and closes the prompt if there is none.
  ///
  /// - Parameter key: The key that was pressed.
  /// - Returns: `nil` if the key means nothing. The prompt has the user's attention, so it should mean nothing to the screen below
  ///   either.
  public func event(for key: Key) -> PromptEvent<Action>? {
    switch key {
    case .escape: return event(for: choices.first { $0.role == .cancel })
    case .enter, " ": return selected.flatMap { event(for: choices[$0]) }
    case .right, .down: return moved(by: 1)
    case .left, .up: return moved(by: -1)
    default:
      let order = FocusOrder(choices.indices.map(\.self))
      return order.focus(after: key, from: selected).map { .select(choices[$0].id) }
    }
  }

  private func event(for choice: Choice?) -> PromptEvent<Action> {
    (choice?.action).map { .send($0) } ?? .dismiss
  }

  private func moved(by step: Int) -> PromptEvent<Action>? {
    event(for: step > 0 ? .tab : .backTab)
  }
}
