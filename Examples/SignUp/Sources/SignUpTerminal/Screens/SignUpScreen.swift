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
    if handle(event, on: page) { return nil }
    if header.handle(event) == .goBack {
      goBack()
      return nil
    }
    switch keys(on: page).action(for: event) {
    case .quit: return .quit
    case .start: store.send(.startButtonTapped)
    case .cancel: store.send(.cancelButtonTapped)
    case .finish(let form): _ = form.finish()
    case .remove(let field): _ = field.remove?()
    case .edit(let summary): summary.store.send(.editButtonTapped(summary.part))
    case .submit(let summary): summary.store.send(.submitButtonTapped)
    case nil: break
    }
    return nil
  }

  /// Returns whether the form or the list of the page handles the event.
  private func handle(_ event: TerminalEvent, on page: Page) -> Bool {
    switch page {
    case .start: false
    case .form(let form, _): form.handle(event)
    case .summary(let summary): summary.handle(event)
    }
  }
}

extension SignUpScreen {
  /// The commands of the keys.
  private enum Command {
    case cancel, quit, start
    case finish(FormPage)
    case remove(FormPage.Field)
    case edit(SummaryPage)
    case submit(SummaryPage)
  }

  /// The keys of a page, besides those of its widgets.
  private func keys(on page: Page) -> KeyMap<Command> {
    let cancel = KeyBinding(.control("x"), title: "Cancel", action: Command.cancel)
    switch page {
    case .start:
      return [
        KeyBinding(.enter, title: startTitle, action: .start), KeyBinding("q", title: "Quit", action: .quit),
      ]
    case .form(let form, let isEditing):
      let finish = KeyBinding(.enter, title: isEditing ? "Done" : "Next", action: Command.finish(form))
      let remove = form.removableField.map {
        KeyBinding(.control("r"), title: "Remove \($0.name)", action: Command.remove($0))
      }
      return KeyMap([finish, remove, cancel].compactMap(\.self))
    case .summary(let summary):
      let isEnabled = !summary.store.isSubmitting
      return [
        KeyBinding("e", .enter, title: "Edit", isEnabled: isEnabled, action: .edit(summary)),
        KeyBinding("s", title: "Sign up", isEnabled: isEnabled, action: .submit(summary)),
        cancel,
      ]
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
    let hints = prompt == nil ? HelpBar(keys(on: page)).lines(width: size.columns) : []
    let footer = gap + hints
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
}
