import Counterpoint
import CounterpointTerminal
import Foundation

/// A prompt over the screen, whatever its buttons send.
struct PromptPage {
  let box: (TerminalSize) -> Box
  let handle: (TerminalEvent) -> Void
  /// The buttons as a script finds them.
  let buttons: [(label: String, press: () -> [StoreTask])]

  /// - Parameters:
  ///   - prompt: The prompt.
  ///   - buttons: Its buttons.
  ///   - selection: The button that is selected.
  ///   - send: Sends what a button says.
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
