import CounterpointCore
import CounterpointTerminal
import Testing

/// Written values of bindings are shown on a terminal, regardless of the writer.
@MainActor
@Suite struct ObservedRunTests {
  @UIBinding private var name = ""
  @UIBinding private var focus: Int? = 0
  @UIBinding private var cursor = FormCursor()

  /// Shows a form to a simulated user.
  private func run(
    _ terminal: PseudoTerminal,
    user: @escaping @Sendable (TerminalUser) throws -> Void
  ) async throws -> TerminalExit {
    let session = try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: ["TERM": "xterm-256color"]
    )
    defer { session.close() }
    let form = Form(focus: $focus, cursor: $cursor, [.text("Name", $name, id: 0)])
    let sitting = TerminalUser(terminal)
    async let typing: Void = sitting.act(user)
    let exit = await session.run { size in
      // These words differ in every position, so each is drawn in one piece.
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

  @Test func typedTextIsShown() async throws {
    try await withPseudoTerminal { terminal in
      let exit = try await run(terminal) { user in
        try user.expect("Name?")
        user.type("a")
        user.type("b")
        try user.expect("DONE!")
        user.type("\r")
      }
      #expect(exit == .quit && name == "ab")
    }
  }

  @Test func otherWritesAreShown() async throws {
    try await withPseudoTerminal { terminal in
      _ = try await run(terminal) { user in
        try user.expect("Name?")
        user.type("\u{12}")
        try user.expect("DONE!")
        user.type("\r")
      }
    }
  }

  @Test func newSizesAreDrawnWithoutAChangeOfState() async throws {
    try await withPseudoTerminal { terminal in
      _ = try await run(terminal) { user in
        try user.expect("WIDE")
        user.resize(to: TerminalSize(columns: 61, rows: 12))
        try user.expect("slim")
        user.type("\r")
      }
    }
  }

  @Test func theExitCodeIsThatOfTheSignal() async throws {
    try await withPseudoTerminal { terminal in
      let exit = try await run(terminal) { user in
        try user.expect("Name?")
        user.type("\u{3}")
      }
      #expect(exit == .interrupted(.interrupt))
    }
  }

  @Test func manyKeysDrawFewFrames() async throws {
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
      let sitting = TerminalUser(terminal)
      async let typing: Void = sitting.act { user in
        user.type("+", times: total)
        try user.expect("DONE!")
        user.type("q")
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
