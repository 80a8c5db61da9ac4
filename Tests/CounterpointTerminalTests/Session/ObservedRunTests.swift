import CounterpointCore
import CounterpointTerminal
import Testing

/// Bindings on a terminal: a written value is shown, whatever code writes it.
@MainActor
@Suite struct ObservedRunTests {
  @UIBinding private var name = ""
  @UIBinding private var focus: Int? = 0
  @UIBinding private var cursor = FormCursor()

  /// Shows a form until it is left, while `person` looks at the screen and types.
  private func run(
    _ terminal: PseudoTerminal,
    person: @escaping @Sendable (PersonAtTerminal) throws -> Void
  ) async throws -> TerminalExit {
    let session = try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: ["TERM": "xterm-256color"]
    )
    defer { session.close() }
    let form = Form(focus: $focus, cursor: $cursor, [.text("Name", $name, id: 0)])
    let sitting = PersonAtTerminal(terminal)
    async let typing: Void = sitting.act(person)
    let exit = await session.run { size in
      // Words that share no letter in any place, so that each is drawn in one piece.
      var screen: Screen = [
        StyledText(size.columns > 70 ? "WIDE" : "slim"), StyledText(name == "ab" ? "DONE!" : "Name?"),
      ]
      screen.append(form.screen(size: size))
      return screen
    } command: { event in
      switch event {
      case .key(.enter): return .quit
      case .key(.control("r")): name = "ab"
      default: form.handle(event)
      }
      return nil
    }
    try await typing
    return exit
  }

  @Test func whatIsTypedIsShown() async throws {
    try await withPseudoTerminal { terminal in
      let exit = try await run(terminal) { person in
        try person.expect("Name?")
        person.type("a")
        person.type("b")
        try person.expect("DONE!")
        person.type("\r")
      }
      #expect(exit == .quit && name == "ab")
    }
  }

  @Test func whatIsWrittenElsewhereIsShown() async throws {
    try await withPseudoTerminal { terminal in
      _ = try await run(terminal) { person in
        try person.expect("Name?")
        person.type("\u{12}")
        try person.expect("DONE!")
        person.type("\r")
      }
    }
  }

  @Test func anotherSizeIsDrawnThoughNothingHasChanged() async throws {
    try await withPseudoTerminal { terminal in
      _ = try await run(terminal) { person in
        try person.expect("WIDE")
        person.resize(to: TerminalSize(columns: 61, rows: 12))
        try person.expect("slim")
        person.type("\r")
      }
    }
  }

  @Test func endsWithWhatInterruptedIt() async throws {
    try await withPseudoTerminal { terminal in
      let exit = try await run(terminal) { person in
        try person.expect("Name?")
        person.type("\u{3}")
      }
      #expect(exit == .interrupted(.interrupt))
    }
  }

  @Test func aFloodOfKeysDrawsFewFrames() async throws {
    try await withPseudoTerminal { terminal in
      let total = 20_000
      let clock = ContinuousClock()
      let start = clock.now
      let session = try TerminalSession(
        input: terminal.slave,
        output: terminal.slave,
        environment: ["TERM": "xterm-256color"]
      )
      defer { session.close() }
      let sitting = PersonAtTerminal(terminal)
      async let typing: Void = sitting.act { person in
        person.type("+", times: total)
        try person.expect("DONE!")
        person.type("q")
      }
      focus = 0
      let exit = await session.run { _ in
        [StyledText("\(focus ?? 0)"), focus == total ? "DONE!" : "typing"]
      } command: { event in
        if event == .key("+") { focus = (focus ?? 0) + 1 }
        return event == .key("q") ? .quit : nil
      }
      try await typing
      #expect(exit == .quit && focus == total)
      let frames = terminal.output.split(separator: "\u{1B}[?2026h", omittingEmptySubsequences: false).count - 1
      #expect(Double(frames) <= (clock.now - start) / FramePacer.interval + 2)
    }
  }
}
