import CounterpointTerminal

/// A text field with suggestions and a limit, and a text area.
struct TextPage: Equatable {
  enum Focus: CaseIterable { case city, notes }

  var city = TextField(
    placeholder: "Type “B”",
    limit: 20,
    suggestions: ["Barcelona", "Berlin", "Bern", "Bogotá", "Brussels", "Budapest", "Cairo", "Lima", "Paris", "Rome"]
  )
  var notes = TextArea(placeholder: "Several lines of text")
  private(set) var focus = Focus.city

  private var layout: Layout {
    .rows([
      .fixed(1) { size in
        var screen = Screen()
        screen.append(city.screen(width: max(size.columns - 7, 1), isFocused: focus == .city), label: "City:  ")
        return screen
      },
      .line { _ in "Notes:" },
      .fill { size in notes.screen(size: size, isFocused: focus == .notes) },
    ])
  }

  func screen(size: TerminalSize) -> Screen { layout.screen(size: size) }

  mutating func handle(_ event: TerminalEvent, size: TerminalSize) -> Bool {
    if case .focus(let next) = FocusOrder(Focus.allCases).handle(event, focused: focus) {
      focus = next
      return true
    }
    let area = layout.frames(in: size)[2]
    if case .mouse = event {
      guard let event = event.relative(to: area) else { return false }
      focus = .notes
      return notes.handle(event, size: area.size) != nil
    }
    switch focus {
    case .city: return city.handle(event) != nil
    case .notes: return notes.handle(event, size: area.size) != nil
    }
  }
}
