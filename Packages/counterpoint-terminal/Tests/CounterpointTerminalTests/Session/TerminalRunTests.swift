import CounterpointCore
import CounterpointTerminal
import Testing

/// A view store on a terminal.
@MainActor
@Suite struct TerminalRunTests {
  private struct Counter: Reducer {
    enum Action { case increment, incrementTwiceLater }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .increment:
        state += 1
        return .none
      case .incrementTwiceLater:
        return .run { send in
          await send(.increment)
          await send(.increment)
        }
      }
    }
  }

  /// Runs a counter with a simulated user.
  private func run(
    _ terminal: PseudoTerminal,
    user: @escaping @Sendable (TerminalUser) throws -> Void
  ) async throws -> (exit: TerminalExit, count: Int) {
    let store = Store(initialState: 0) { Counter() }
    let session = try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: ["TERM": "xterm-256color"]
    )
    defer { session.close() }
    let sitting = TerminalUser(terminal)
    async let typing: Void = sitting.act(user)
    let exit = await session.run(store.view) { count, size in
      // These words differ in every position, so each is drawn in one piece.
      [StyledText(["zero", "one", "two"][count]), "on \(size)"]
    } command: { _, event in
      switch event {
      case .key("+"): .send(.increment)
      case .key("l"): .send(.incrementTwiceLater)
      case .key("q"): .quit
      case .paste(let text) where text == "+": .send(.increment)
      default: nil
      }
    }
    try await typing
    return (exit, store.withState { $0 })
  }

  @Test func statesAreShownAndActionsSent() async throws {
    try await withPseudoTerminal { terminal in
      let (exit, count) = try await run(terminal) { user in
        try user.expect("on 80x24")
        user.type("+")
        try user.expect("one")
        user.type("x")
        user.type("\u{1B}[200~+\u{1B}[201~")
        try user.expect("two")
        user.type("q")
      }
      #expect(exit == .quit)
      #expect(exit.code == 0)
      #expect(count == 2)
    }
  }

  @Test func changesOfEffectsAreShown() async throws {
    try await withPseudoTerminal { terminal in
      let (_, count) = try await run(terminal) { user in
        try user.expect("zero")
        user.type("l")
        try user.expect("two")
        user.type("q")
      }
      #expect(count == 2)
    }
  }

  @Test func theExitCodeIsThatOfTheSignal() async throws {
    try await withPseudoTerminal { terminal in
      let (exit, _) = try await run(terminal) { user in
        try user.expect("zero")
        user.type("\u{3}")
      }
      #expect(exit == .interrupted(.interrupt))
      #expect(exit.code == 130)
    }
  }

  /// More keys than the queue holds, on a terminal that accepts no output until the last key is typed.
  @Test func manyKeysAreKeptAndDrawFewFrames() async throws {
    try await withPseudoTerminal { terminal in
      let total = 50_000
      let store = Store(initialState: 0) { Counter() }
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
      let exit = await session.run(store.view) { count, _ in
        [StyledText("\(count)"), count == total ? "DONE!" : "typing"]
      } command: { _, event in
        event == .key("+") ? .send(.increment) : event == .key("q") ? .quit : nil
      }
      try await typing
      #expect(exit == .quit)
      #expect(store.withState { $0 } == total)
      let frames = terminal.output.split(separator: "\u{1B}[?2026h", omittingEmptySubsequences: false).count - 1
      #expect(Double(frames) <= (clock.now - start) / FramePacer.interval + 2)
    }
  }
}
