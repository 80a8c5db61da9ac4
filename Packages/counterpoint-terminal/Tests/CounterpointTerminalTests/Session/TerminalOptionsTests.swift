import CounterpointTerminal
import Testing

@Suite struct TerminalOptionsTests {
  @Test(arguments: [
    ("25", Duration.milliseconds(25)), ("0", .zero), ("60000", .seconds(60)), ("", .milliseconds(50)),
    ("-1", .milliseconds(50)), ("60001", .milliseconds(50)), ("soon", .milliseconds(50)),
  ])
  func theEscapeDelayComesFromTheEnvironment(value: String, delay: Duration) {
    #expect(TerminalOptions(environment: ["ESCDELAY": value]) == TerminalOptions(escapeDelay: delay))
    #expect(TerminalOptions(environment: [:]) == TerminalOptions())
  }

  @Test(arguments: ["SSH_CONNECTION", "SSH_TTY"])
  func aRemoteTerminalHasALongerEscapeDelay(variable: String) {
    #expect(TerminalOptions(environment: [variable: "x"]).escapeDelay == .milliseconds(300))
    #expect(TerminalOptions(environment: [variable: "x", "ESCDELAY": "20"]).escapeDelay == .milliseconds(20))
  }

  @Test func aSessionWaitsForTheRestOfAKey() async throws {
    try await withPseudoTerminal { terminal in
      let session = try TerminalSession(
        input: terminal.slave,
        output: terminal.slave,
        environment: ["TERM": "xterm-256color"],
        options: TerminalOptions(escapeDelay: .seconds(3_600))
      )
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      terminal.type("x\u{1B}")
      #expect(await events.next() == .key("x"))
      // The default delay may end before this is typed.
      terminal.type("[A")
      #expect(await events.next() == .key(.up))
    }
  }

  @Test func sessionsMeasureWithTheirOptions() async throws {
    try await withPseudoTerminal { terminal in
      let session = try TerminalSession(
        input: terminal.slave,
        output: terminal.slave,
        environment: ["TERM": "xterm-256color"],
        options: TerminalOptions(ambiguousWidth: .wide)
      )
      defer { session.close() }
      #expect(session.measure { DisplayWidth.of("±") } == 2)
      #expect(DisplayWidth.of("±") == 1)
      session.draw(["±a"])
      try terminal.expect("±a")
      session.draw(["±b"])
      try terminal.expect("\u{1B}[1;3Hb")
    }
  }
}
