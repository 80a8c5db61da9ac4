import Counterpoint
public import CounterpointTerminal
import SignUp

extension SignUpScreen {
  /// Does what an event means on the screen that is shown now: what is covered by a prompt does nothing.
  ///
  /// - Parameter event: What happened at the terminal.
  /// - Returns: Whether to quit.
  public func command(for event: TerminalEvent) -> TerminalCommand<Never>? {
    guard case .key(let key) = event else {
      if prompt == nil, case .form(let form, _) = page { _ = form.handle(event) }
      return nil
    }
    if let prompt {
      prompt.handle(key)
      return nil
    }
    let page = page
    if case .start = page {
      switch key {
      case "q": return .quit
      case .enter: store.send(.startButtonTapped)
      default: break
      }
    } else if key == .control("x") {
      store.send(.cancelButtonTapped)
    } else if header.isBack(key) {
      goBack()
    } else {
      handle(key, on: page)
    }
    return nil
  }

  private func handle(_ key: Key, on page: Page) {
    switch page {
    case .start: break
    case .form(let form, _): if !form.handle(.key(key)), key == .enter { _ = form.finish() }
    case .summary(let summary): _ = summary.handle(key)
    }
  }
}
