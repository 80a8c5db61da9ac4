import CounterpointCore
import CounterpointTerminal
import Testing

@Suite struct FormScreenTests {
  @UIBinding var focus: String? = "name"
  @UIBinding var cursor = FormCursor()
  @UIBinding var name = "Blob"
  @UIBinding var password = "世secret"
  @UIBinding var news = true

  private func form(_ problems: [String: String] = [:]) -> Form<String> {
    Form(
      focus: $focus,
      cursor: $cursor,
      [
        .text("Name", $name, id: "name", problem: problems["name"]),
        .text("Password", $password, id: "password", isPassword: true, problem: problems["password"]),
        .toggle("News", $news, id: "news", problem: problems["news"]),
      ]
    )
  }

  private func text(_ screen: Screen, _ size: TerminalSize) -> String { screen.plainText(size: size) }

  @Test func fieldsFormAColumnWithLabels() {
    let size = TerminalSize(columns: 24, rows: 9)
    let screen = form().screen(size: size)
    #expect(text(screen, size) == "› Name      Blob\n  Password  •••••••\n  [x] News")
    #expect(screen.cursor == ScreenPosition(column: 16, row: 0))
  }

  @Test func theFieldWithTheFocusIsMarkedAndHasTheCursor() {
    let size = TerminalSize(columns: 24, rows: 9)
    focus = "password"
    #expect(form().handle(.key(.home)) == .cursorMoved)
    #expect(form().screen(size: size).cursor == ScreenPosition(column: 12, row: 1))
    focus = "news"
    news = false
    let screen = form().screen(size: size)
    #expect(text(screen, size) == "  Name      Blob\n  Password  •••••••\n› [ ] News")
    #expect(screen.cursor == ScreenPosition(column: 3, row: 2))
    focus = nil
    #expect(form().screen(size: size).cursor == nil)
  }

  @Test func problemsAreShownInRedBelowTheirFields() {
    let size = TerminalSize(columns: 24, rows: 9)
    let screen = form(["name": "Too short for us", "news": "No."]).screen(size: size)
    #expect(
      text(screen, size)
        == "› Name      Blob\n            Too short\n            for us\n  Password  •••••••\n  [x] News\n      No."
    )
    #expect(screen.lines[1].runs.last?.style.foreground == .red)
  }

  @Test(arguments: [
    (4, "name", "› Name      Blob\n            No.\n  Password  •••••••\n            No.", 0),
    (4, "news", "  Password  •••••••\n            No.\n› [x] News\n      No.", 2),
    (1, "password", "› Password  •••••••", 0),
    (2, "password", "› Password  •••••••\n            No.", 0),
    (0, "name", "", nil),
  ])
  func smallFormsScrollToTheFocus(rows: Int, focused: String, expected: String, cursorRow: Int?) {
    let size = TerminalSize(columns: 24, rows: rows)
    focus = focused
    let screen = form(["name": "No.", "password": "No.", "news": "No."]).screen(size: size)
    #expect(text(screen, size) == expected)
    if let cursorRow { #expect(screen.cursor?.row == cursorRow) }
  }

  @Test func formsFitNarrowTerminals() {
    for columns in 0...14 {
      for rows in 0...4 {
        let size = TerminalSize(columns: columns, rows: rows)
        #expect(form(["name": "Too short"]).screen(size: size).lines.count == rows)
      }
    }
  }

  @Test func fieldsHaveTheirBindings() {
    #expect(form().fields.map { $0.text?.wrappedValue } == ["Blob", "世secret", nil])
    #expect(form().fields.map { $0.isOn?.wrappedValue } == [nil, nil, true])
    #expect(form(["news": "No."]).fields.map(\.problem) == [nil, nil, "No."])
  }
}
