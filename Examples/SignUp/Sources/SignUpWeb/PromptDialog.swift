import Counterpoint
import CounterpointHTML
import SignUp

/// The question whether to discard what was entered, or the alert about a failure: a modal dialog.
public enum PromptDialog {
  /// A button of the dialog.
  public struct Button: Equatable, Sendable {
    /// The title.
    public let title: String
    /// The action of a click.
    public let action: SignUpPage.Action
    /// Whether the button only closes the dialog. It has the focus at first.
    public let isCancel: Bool
  }

  /// Exactly what the dialog shows.
  public struct State: Equatable, Sendable {
    /// The title.
    public let title: String
    /// The text below it.
    public let message: String
    /// The buttons.
    public let buttons: [Button]
    /// The action of the Escape key.
    public let dismissal: SignUpPage.Action
  }
}

extension PromptDialog.State {
  /// Creates the state of the prompt that the flow presents; `nil` if there is none.
  init?(_ flow: SignUpFeature.State) {
    if let dialog = flow.dialog {
      self.init(dialog.title, dialog.message, dialog.buttons) { .dialogButtonClicked($0) }
    } else if case .summary(let summary) = flow.path.last, case .alert(let alert) = summary.destination {
      self.init(alert.title, alert.message, alert.buttons) { .alertButtonClicked($0) }
    } else {
      return nil
    }
  }

  private init<Action>(
    _ title: TextState,
    _ message: TextState?,
    _ buttons: [ButtonState<Action>],
    action: (Action?) -> SignUpPage.Action
  ) {
    self.title = String(state: title)
    self.message = message.map { String(state: $0) } ?? ""
    self.buttons = buttons.map {
      PromptDialog.Button(
        title: String(state: $0.label),
        action: action($0.action.action),
        isCancel: $0.role == .cancel
      )
    }
    dismissal = action(nil)
  }

  /// The dialog. It gets the focus when it opens. When it closes, the focus returns.
  var element: Element {
    Element(.div, .class("backdrop"), key: "prompt") {
      Element(
        .div,
        .class("prompt"),
        .role("alertdialog"),
        .aria("modal", "true"),
        .labelled(by: "prompt-title"),
        .aria("describedby", "prompt-message"),
        .on(.escape, dismissal)
      ) {
        Element(.h2, .id("prompt-title")) { title }
        Element(.p, .id("prompt-message")) { message }
        for button in buttons {
          Element.button(button.action, .autofocus(button.isCancel), key: button.title) { button.title }
        }
      }
    }
  }
}
