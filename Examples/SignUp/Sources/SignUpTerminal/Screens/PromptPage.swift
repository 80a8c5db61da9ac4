import Counterpoint
import CounterpointTerminal
import Foundation

/// A prompt over the screen. Erases the type of its actions.
struct PromptPage {
  let box: (TerminalSize) -> Box
  let handle: (TerminalEvent) -> Void
  /// The buttons for scripts.
  let buttons: [(label: String, press: () -> [StoreTask])]

  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - buttons: Its buttons.
  ///   - selection: The selected button.
  ///   - send: Sends the action of a button.
  ///   - dismiss: Closes the prompt.
  init<Action>(
    _ prompt: Prompt<Action>,
    buttons: [ButtonState<Action>],
    selection: UIBinding<UUID?>,
    send: @escaping (Action) -> StoreTask,
    dismiss: @escaping () -> StoreTask
  ) {
    self.box = prompt.box
    self.handle = { event in
      switch prompt.handle(event) {
      case .send(let action): _ = send(action)
      case .dismiss: _ = dismiss()
      case .select(let id): selection.wrappedValue = id
      case nil: break
      }
    }
    self.buttons = buttons.map { button in
      (String(state: button.label), { [button.action.action.map(send) ?? dismiss()] })
    }
  }
}
