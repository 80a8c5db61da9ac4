import CounterpointTerminal
import Testing

/// A session asks its terminal for the widths of characters, and uses the answers.
@Suite struct WidthQuestionTests {
  private static let question = "\u{1B}[2H\rका\u{1B}[6n"

  private func open(
    _ terminal: PseudoTerminal,
    options: TerminalOptions = TerminalOptions()
  ) throws -> TerminalSession {
    try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: ["TERM": "xterm-256color"],
      options: options
    )
  }

  /// The answers of a terminal, in row 2.
  private func answers(_ widths: Int..., row: Int = 2) -> String {
    widths.map { "\u{1B}[\(row);\($0 + 1)R" }.joined() + "\u{1B}[?62;22c"
  }

  @Test func anAnswerChangesTheWidths() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      #expect(session.measure { DisplayWidth.of("का") } == 2)
      session.draw(["का|"])
      try terminal.expect("का\u{1B}[1;3H|")
      #expect(terminal.output.contains(Self.question) && terminal.output.contains("\r\u{1B}[K\u{1B}[c"))
      terminal.type("a" + answers(1, 2, 3, 2, 4, 2) + "b")
      var received: Set<TerminalEvent> = []
      for _ in 0..<3 { if let event = await events.next() { received.insert(event) } }
      #expect(received == [.key("a"), .key("b"), .resize(.standard)])
      #expect(session.measure { DisplayWidth.of("का") } == 1)
      // The screen is laid out again, even if the program draws nothing.
      try terminal.expect("का\u{1B}[1;2H|")
    }
  }

  @Test func theExpectedAnswerIsNoEvent() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      // Shift-F3 has the form of an answer in the first row.
      terminal.type("\u{1B}[1;2R\u{1B}[?62c\u{1B}[2;9R\u{1B}[?6cx")
      #expect(await events.next() == .key(Key(.function(3), modifiers: .shift)))
      #expect(await events.next() == .key("x"))
      #expect(session.measure { DisplayWidth.of("का") } == 2)
    }
  }

  @Test func anInlineDisplayAsksInTheRowOfTheCursor() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal, options: TerminalOptions(display: .inline(rows: 3)))
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(TerminalSize(columns: 80, rows: 3)))
      try terminal.expect("\u{1B}[c")
      #expect(!terminal.output.contains("\u{1B}[2H"))
      terminal.type(answers(1, 1, 1, 2, 2, 2, row: 1) + "\u{1B}[1;2R")
      var received: Set<TerminalEvent> = []
      for _ in 0..<2 { if let event = await events.next() { received.insert(event) } }
      #expect(
        received == [.resize(TerminalSize(columns: 80, rows: 3)), .key(Key(.function(3), modifiers: .shift))]
      )
    }
  }

  @Test func aProgramCanAskNothing() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal, options: TerminalOptions(asksForWidths: false))
      session.draw(["का"])
      session.close()
      try terminal.expect("\u{1B}[?1049l")
      #expect(!terminal.output.contains("\u{1B}[6n") && !terminal.output.contains("\u{1B}[c"))
    }
  }

  /// Otherwise the shell would read the answer as typed text.
  @Test func anAnswerAfterTheEndIsDiscarded() async throws {
    try await withPseudoTerminal { terminal in
      let session = try TerminalSession(
        input: terminal.slave,
        output: terminal.slave,
        environment: ["TERM": "xterm-256color"],
        restoreTimeout: .seconds(50)
      )
      try terminal.expect("\u{1B}[c")
      async let closing: Void = session.close()
      terminal.type(answers(2, 2, 3, 1, 2, 4))
      await closing
      // Only what was typed behind the answer is left.
      terminal.type("x\n")
      #expect(try readSome(terminal.slave, waitingFor: "the line", soFar: "") == Array("x\n".utf8))
    }
  }
}
