import Counterpoint
public import CounterpointTerminal
import SignUp

extension SignUpScreen {
  /// Does what an event means on the screen that is shown now: what is covered by a prompt does nothing.
  ///
  /// - Parameter event: What happened at the terminal.
  /// - Returns: Whether to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    if let prompt {
      prompt.handle(event)
      return nil
    }
    let page = page
    if case .start = page {
      switch event {
      case .key("q"): return .quit
      case .key(.enter): store.send(.startButtonTapped)
      default: break
      }
    } else if event == .key(.control("x")) {
      store.send(.cancelButtonTapped)
    } else if header.handle(event) == .goBack {
      goBack()
    } else {
      handle(event, on: page)
    }
    return nil
  }

  private func handle(_ event: TerminalEvent, on page: Page) {
    switch page {
    case .start: break
    case .form(let form, _): if !form.handle(event), event == .key(.enter) { _ = form.finish() }
    case .summary(let summary): summary.handle(event)
    }
  }
}
