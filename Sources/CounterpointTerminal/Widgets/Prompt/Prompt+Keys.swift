import CounterpointCore

extension Prompt {
  /// Returns the event of a key.
  ///
  /// Tab and the arrows select another choice, around the ends; return and the space bar take the selected one.
  /// Escape takes the button with the role `cancel`, and closes the prompt if there is none.
  ///
  /// - Parameter key: The pressed key.
  /// - Returns: `nil` for any other key. It should not reach the screen below either, because the prompt is modal.
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
