public import Counterpoint
public import CounterpointTerminal
public import SignUp
import Foundation

/// The sign-up flow on a terminal.
///
/// The screens are computed from the features' stores. Typed text is written to bindings. Use it on the store's actor.
public struct SignUpScreen {
  @UIBindable var store: StoreOf<SignUpFeature>
  @UIBinding var local: LocalState

  /// Creates the screen of a flow. Copies share the cursor.
  ///
  /// - Parameter store: The flow.
  public init(store: StoreOf<SignUpFeature>) {
    self._store = UIBindable(wrappedValue: store)
    self._local = UIBinding(wrappedValue: LocalState())
  }
}

/// The state of the terminal, which is not part of a feature.
struct LocalState: Equatable {
  /// The position of the cursor in the focused field.
  var cursor = FormCursor()
  /// The selected button of a prompt. A later prompt ignores it.
  var button: UUID?
  /// The selected part of the summary.
  var part = ScrollingList()
}

extension SignUpScreen {
  /// Handles an event on the current screen. A prompt is modal.
  ///
  /// - Parameter event: The event of the terminal.
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

extension SignUpScreen {
  /// Returns the screen, for the terminal and for scripts.
  ///
  /// - Parameter size: The size of the screen.
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

  /// Returns the key hints, in as few lines as possible.
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
