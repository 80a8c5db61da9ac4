public import Foundation

/// The event of a prompt after a key.
///
/// If a feature presents the prompt, `send` is its `.presented(action)` and `dismiss` its `.dismiss`. Only the
/// terminal has a selection.
public enum PromptEvent<Action> {
  /// The user chose this.
  case send(Action)
  /// The user closed the prompt, or chose what has no action: nothing but closing it is left to do.
  case dismiss
  /// The user went to another choice: keep its id, and hand it to the prompt from now on.
  case select(UUID)
}

extension PromptEvent: Equatable where Action: Equatable {}
extension PromptEvent: Hashable where Action: Hashable {}
extension PromptEvent: Sendable where Action: Sendable {}
