import CounterpointTerminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Sessions that use a part of the terminal, the mouse, or the terminal only for a while.
@Suite struct SharedTerminalTests {
  private func open(_ terminal: PseudoTerminal, options: TerminalOptions = TerminalOptions()) throws -> TerminalSession
  {
    try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: ["TERM": "xterm-256color"],
      options: options
    )
  }

  @Test func mouseEventsArriveOnRequest() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal, options: TerminalOptions(reportsMouse: true))
      let entered = try terminal.expect("\u{1B}[2J")
      #expect(entered.contains("\u{1B}[?1000h\u{1B}[?1006h"))
      terminal.type("\u{1B}[<65;3;4M")
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      #expect(await events.next() == .mouse(MouseEvent(.scrollDown, at: ScreenPosition(column: 2, row: 3))))
      session.close()
      #expect(try terminal.expect("\u{1B}[?1049l").contains("\u{1B}[?1006l\u{1B}[?1000l"))

      let other = try open(terminal)
      other.close()
      let output = try terminal.expect("\u{1B}[?1049l")
      #expect(!output.contains("\u{1B}[?1000"))
    }
  }

  @Test func anInlineSessionLeavesItsRows() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      let session = try open(terminal, options: TerminalOptions(display: .inline(rows: 3), reportsMouse: true))
      #expect(session.size == TerminalSize(columns: 80, rows: 3))
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(session.size))
      session.draw(["one", "two"])
      try terminal.expect("two")
      terminal.resize(to: TerminalSize(columns: 40, rows: 2))
      kill(getpid(), SIGWINCH)
      #expect(await events.next() == .resize(TerminalSize(columns: 40, rows: 2)))
      session.close()
      #expect(terminal.settings == before)
      try terminal.expect("\u{1B}[?25h\r")
      #expect(!terminal.output.contains("\u{1B}[?1049") && !terminal.output.contains("\u{1B}[?1000"))
    }
  }

  @Test func aReleasedTerminalBelongsToTheOtherProgram() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      let session = try open(terminal)
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      session.draw(["first"])
      try terminal.expect("first")
      let answer = try await session.released {
        try terminal.expect("\u{1B}[?1049l")
        #expect(terminal.settings == before)
        session.draw(["later"])
        terminal.type("for the other program\r")
        let typed = try readSome(terminal.slave, waitingFor: "a line", soFar: "")
        return String(decoding: typed ?? [], as: UTF8.self)
      }
      #expect(answer == "for the other program\n")
      let shown = try terminal.expect("later")
      #expect(shown.contains("\u{1B}[?1049h"))
      #expect(terminal.settings.isRaw)
      #expect(await events.next() == .resumed)
      terminal.type("k")
      #expect(await events.next() == .key("k"))
    }
  }

  @Test func theTerminalComesBackAfterTheLastOfSeveralReleases() async throws {
    struct Failure: Error {}
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      let session = try open(terminal)
      defer { session.close() }
      session.draw(["shown"])
      try terminal.expect("shown")
      var failures = 0
      try await session.released {
        do {
          try await session.released {
            #expect(terminal.settings == before)
            throw Failure()
          }
        } catch is Failure {
          failures += 1
        }
        #expect(terminal.settings == before)
      }
      #expect(failures == 1)
      try terminal.expect("shown")
      #expect(terminal.settings.isRaw)
    }
  }

  @Test func aSignalEndsAReleasedSession() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      let session = try open(terminal)
      defer { session.close() }
      await session.released { _ = kill(getpid(), SIGTERM) }
      var last: TerminalEvent?
      for await event in session.events { last = event }
      #expect(last == .interrupted(.terminate))
      #expect(terminal.settings == before)
      await session.released { #expect(terminal.settings == before) }
    }
  }
}
