import CounterpointCore
import CounterpointTerminal
import Testing

struct SignUp {
  enum Field { case name, password }
  enum Choice: Equatable { case leave }

  var name = TextField(placeholder: "Blob")
  var password = TextField(isPassword: true)
  var focus: Field? = .name
  var alert: AlertState<Choice>?
  var hasLeft = false

  let header = NavigationHeader(["Welcome", "Sign up"])

  func screen(size: TerminalSize) -> Screen {
    var screen: Screen = [header.line(width: size.columns), ""]
    screen.append(name.screen(width: size.columns - 10, isFocused: focus == .name), label: "Name      ")
    screen.append(password.screen(width: size.columns - 10, isFocused: focus == .password), label: "Password  ")
    return alert.map { screen.showing(Prompt($0).box(fitting: size), in: size) } ?? screen
  }

  mutating func handle(_ event: TerminalEvent) {
    if let alert {
      switch Prompt(alert).handle(event) {
      case .send(.leave): (self.alert, hasLeft) = (nil, true)
      case .dismiss: self.alert = nil
      case .select, nil: break
      }
      return
    }
    if case .focus(let field) = FocusOrder([.name, .password]).handle(event, focused: focus) {
      focus = field
      return
    }
    if header.handle(event) == .goBack {
      askWhetherToLeave()
      return
    }
    switch focus {
    case .name: name.handle(event)
    case .password: password.handle(event)
    case nil: break
    }
  }

  private mutating func askWhetherToLeave() {
    alert = AlertState {
      TextState("Leave?")
    } actions: {
      ButtonState(role: .destructive, action: .leave) { TextState("Leave") }
      ButtonState(role: .cancel) { TextState("Stay") }
    }
  }
}

/// The widgets together, as a screen uses them: a step of a sign-up flow.
@Suite struct WidgetsTogetherTests {
  private let size = TerminalSize(columns: 30, rows: 9)

  @Test func aFormIsFilledIn() {
    var form = SignUp()
    #expect(form.screen(size: size).cursor == ScreenPosition(column: 10, row: 2))
    for key in ["A", "n", "a", .tab, "s", "e", "世", .backTab, .backspace, "n"] as [Key] { form.handle(.key(key)) }
    form.handle(.paste("e\n"))
    #expect(form.name.text == "Anne" && form.password.text == "se世")
    #expect(
      form.screen(size: size).plainText(size: size) == """
        [esc] Welcome › Sign up

        Name      Anne
        Password  •••
        """
    )
    #expect(form.screen(size: size).cursor == ScreenPosition(column: 14, row: 2))
    form.handle(.key(.tab))
    #expect(form.screen(size: size).cursor == ScreenPosition(column: 13, row: 3))
  }

  @Test func promptsAreModal() {
    var form = SignUp()
    for key in ["A", .escape, "x", .tab] as [Key] { form.handle(.key(key)) }
    #expect(form.name.text == "A" && form.focus == .name)
    #expect(form.screen(size: size).cursor == nil)
    #expect(
      form.screen(size: size).plainText(size: size) == """
        [esc] Welcome › Sign up

        Nam┌─────────────────────┐
        Pas│ Leave?              │
           │                     │
           │ [ Leave ]  [>Stay<] │
           └─────────────────────┘
        """
    )
    form.handle(.key(.enter))
    #expect(form.alert == nil && !form.hasLeft)
  }

  @Test func appendedScreensKeepTheirCursor() {
    var screen: Screen = ["a"]
    screen.append(Screen(["b", "c"], cursor: ScreenPosition(column: 1, row: 1)), label: "世 ")
    #expect(screen.lines.map(\.plainText) == ["a", "世 b", "   c"])
    #expect(screen.cursor == ScreenPosition(column: 4, row: 2))
    screen.append(["d"] as Screen)
    #expect(screen.lines.count == 4)
    #expect(screen.cursor == ScreenPosition(column: 4, row: 2))
  }
}
