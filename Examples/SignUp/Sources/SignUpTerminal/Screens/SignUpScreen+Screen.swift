import Counterpoint
public import CounterpointTerminal
import SignUp

extension SignUpScreen {
  /// Everything that is shown, for the terminal and for scripts alike.
  ///
  /// - Parameter size: What the screen has to fit.
  public func screen(size: TerminalSize) -> Screen {
    let page = page
    let gap: [StyledText] = size.rows < 10 ? [] : [""]
    let footer = gap + hints(on: page, width: size.columns)
    var screen = Screen([header.line(width: size.columns)] + gap)
    let room = TerminalSize(
      columns: size.columns,
      rows: max(size.rows - screen.lines.count - footer.count, 0)
    )
    screen.append(body(of: page, size: room))
    for line in footer { screen.append(line) }
    return prompt.map { screen.showing($0.box(size), in: size) } ?? screen
  }

  private func body(of page: Page, size: TerminalSize) -> Screen {
    switch page {
    case .start:
      return Screen(Array(start.flatMap { $0.wrapped(to: size.columns) }.prefix(size.rows)))
    case .form(let form, _):
      guard size.rows > 7 else { return form.screen(size) }
      var screen: Screen = [StyledText(form.introduction), ""]
      screen.append(form.screen(TerminalSize(columns: size.columns, rows: size.rows - 2)))
      return screen
    case .summary(let summary):
      var screen = summary.screen(size: size)
      if summary.store.isSubmitting { screen.append("\n" + StyledText("Signing up…").foreground(.yellow)) }
      return screen
    }
  }

  private var start: [StyledText] {
    guard let account = store.account else { return ["An account in three steps."] }
    return [
      "Welcome, " + StyledText(account.name).bold() + ".",
      StyledText("You have an account for \(account.email)."),
    ]
  }

  private var startTitle: String {
    guard store.draft == SignUpDraft() else { return "Go on" }
    return store.account == nil ? "Start" : "Another account"
  }

  /// The keys, next to each other as far as there is room.
  private func hints(on page: Page, width: Int) -> [StyledText] {
    guard prompt == nil else { return [] }
    var hints: [StyledText]
    switch page {
    case .start:
      hints = [.keyHint("enter", startTitle), .keyHint("q", "Quit")]
    case .form(_, let isEditing):
      hints = [.keyHint("enter", isEditing ? "Done" : "Next"), .keyHint("ctrl-x", "Cancel")]
    case .summary(let summary):
      let isSubmitting = summary.store.isSubmitting
      hints = [
        .keyHint("e", "Edit", isDisabled: isSubmitting), .keyHint("s", "Sign up", isDisabled: isSubmitting),
        .keyHint("ctrl-x", "Cancel"),
      ]
    }
    return hints.dropFirst().reduce(into: hints.prefix(1)) { lines, hint in
      let line = (lines.last ?? "") + "  " + hint
      if line.width <= width { lines[lines.endIndex - 1] = line } else { lines.append(hint) }
    }
    .map { $0 }
  }
}
