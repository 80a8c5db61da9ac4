import CounterpointTerminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct TerminalSessionTests {
  private static let environment = ["TERM": "xterm-256color"]

  private func open(
    _ terminal: PseudoTerminal,
    controlKeys: ControlKeys = .jobControl
  ) throws -> TerminalSession {
    try TerminalSession(
      input: terminal.slave,
      output: terminal.slave,
      environment: Self.environment,
      controlKeys: controlKeys
    )
  }

  @Test func rawWhileOpenAndRestoredByClose() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      #expect(!before.isRaw)
      let session = try open(terminal)
      #expect(terminal.settings.isRaw)
      let entered = try terminal.expect("\u{1B}[2J")
      #expect(entered.hasPrefix("\u{1B}[?1049h"))
      #expect(entered.contains("\u{1B}[?2004h") && entered.contains("\u{1B}[?25l"))
      session.close()
      #expect(terminal.settings == before)
      let left = try terminal.expect("\u{1B}[?1049l")
      #expect(left.contains("\u{1B}[?2004l") && left.contains("\u{1B}[?25h"))
      session.close()
      session.draw(["too late"])
      terminal.type("x")
      var iterator = session.events.makeAsyncIterator()
      #expect(await iterator.next() == nil)
    }
  }

  @Test func restoredByReleaseAndByAThrownError() async throws {
    struct Failure: Error {}
    func fail(_ terminal: PseudoTerminal) throws {
      let session = try open(terminal)
      session.draw(["x"])
      #expect(terminal.settings.isRaw)
      throw Failure()
    }
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      do {
        let session = try open(terminal)
        #expect(terminal.settings.isRaw)
        _ = consume session
      }
      #expect(terminal.settings == before)
      #expect(throws: Failure.self) { try fail(terminal) }
      #expect(terminal.settings == before)
      try terminal.expect("\u{1B}[?1049l")
    }
  }

  @Test func keysAndPastesBecomeEvents() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      defer { session.close() }
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      terminal.type("a\u{1B}[1;5C\u{1B}[200~\u{03}x\ry\u{1B}[201~世")
      #expect(await events.next() == .key("a"))
      #expect(await events.next() == .key(.right.with(.control)))
      #expect(await events.next() == .paste("\u{03}x\ny"))
      #expect(await events.next() == .key("世"))
      // No byte follows the escape byte, so the pause decides.
      terminal.type("\u{1B}")
      #expect(await events.next() == .key(.escape))
    }
  }

  @Test func drawingWritesTheDifference() async throws {
    try await withPseudoTerminal(size: TerminalSize(columns: 20, rows: 3)) { terminal in
      let session = try open(terminal)
      #expect(session.size == TerminalSize(columns: 20, rows: 3))
      session.draw(["hello"])
      try terminal.expect("hello")
      session.draw(["hello"])
      session.draw(["hallo"])
      let difference = try terminal.expect("\u{1B}[1;2Ha")
      #expect(!difference.contains("hello"))
      session.close()
      var emulator = TerminalEmulator(size: session.size)
      emulator.feed(Array(terminal.output.utf8))
      #expect(emulator.rows[0].hasPrefix("hallo "))
      #expect(emulator.unknownCodes == [])
    }
  }

  @Test func drawingIsSafeFromManyTasks() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            for step in 0..<25 { session.draw(["\(task) \(step)"]) }
          }
        }
      }
      session.draw(["the end"])
      session.close()
      try terminal.expect("\u{1B}[?1049l")
      var emulator = TerminalEmulator(size: session.size)
      emulator.feed(Array(terminal.output.utf8))
      #expect(emulator.rows[0].hasPrefix("the end "))
      #expect(emulator.unknownCodes == [])
    }
  }

  @Test func aNewSizeIsAnEventAndDrawsAgain() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      defer { session.close() }
      session.draw(["still here"])
      try terminal.expect("still here")
      var events = session.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      terminal.resize(to: TerminalSize(columns: 5, rows: 2))
      kill(getpid(), SIGWINCH)
      #expect(await events.next() == .resize(TerminalSize(columns: 5, rows: 2)))
      #expect(session.size == TerminalSize(columns: 5, rows: 2))
      #expect(try terminal.expect("still").contains("\u{1B}[2J"))
      // An unchanged size is not an event, so the key is next.
      kill(getpid(), SIGWINCH)
      terminal.type("k")
      #expect(await events.next() == .key("k"))
    }
  }

  @Test func controlKeysEndTheSessionUnlessDelivered() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      let session = try open(terminal)
      terminal.type("a\u{03}b")
      var received: [TerminalEvent] = []
      for await event in session.events where event != .resize(.standard) { received.append(event) }
      // The end overtakes the key, unless it was already taken.
      #expect(received == [.key("a"), .interrupted(.interrupt)] || received == [.interrupted(.interrupt)])
      // Restored before the call of `close`.
      #expect(terminal.settings == before)
      session.close()

      let other = try open(terminal, controlKeys: .delivered)
      defer { other.close() }
      var events = other.events.makeAsyncIterator()
      #expect(await events.next() == .resize(.standard))
      terminal.type("\u{03}\u{1A}")
      #expect(await events.next() == .key(.control("c")))
      #expect(await events.next() == .key(.control("z")))
    }
  }

  @Test func thereIsOneSessionAtATime() async throws {
    try await withPseudoTerminal { terminal in
      let first = try open(terminal)
      #expect(throws: TerminalError.alreadyOpen) { try open(terminal) }
      #expect(terminal.settings.isRaw)
      first.close()
      let second = try open(terminal)
      second.close()
    }
  }

  @Test func aDumbTerminalIsRefused() async throws {
    try await withPseudoTerminal { terminal in
      let before = terminal.settings
      #expect(throws: TerminalError.unsupportedTerminal(term: "dumb")) {
        try TerminalSession(input: terminal.slave, output: terminal.slave, environment: ["TERM": "dumb"])
      }
      #expect(terminal.settings == before)
      #expect(TerminalSession.isTerminal(terminal.slave))
    }
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    #expect(!TerminalSession.isTerminal(ends[0]))
    for end in ends { Glibc.close(end) }
  }

  @Test func aLostTerminalEndsTheSession() async throws {
    try await withPseudoTerminal { terminal in
      let session = try open(terminal)
      terminal.hangUp()
      session.draw(["nobody sees this"])
      var received: [TerminalEvent] = []
      for await event in session.events where event != .resize(.standard) { received.append(event) }
      #expect(received == [.interrupted(.hangUp)])
      session.close()
    }
  }

  @Test func previousHandlersAreRestored() async throws {
    func actions() -> [Int] {
      [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGSEGV, SIGILL, SIGTRAP, SIGUSR1].map { signal in
        var action = sigaction()
        _ = unsafe sigaction(signal, nil, &action)
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      }
    }
    try await withPseudoTerminal { terminal in
      // After a test that lost its terminal, SIGHUP is still handled. Another session restores it.
      try open(terminal).close()
      let before = actions()
      let session = try open(terminal)
      for (old, new) in zip(before, actions()) { #expect(old != new) }
      session.close()
      #expect(actions() == before)
    }
  }

  @Test func aHandlerOfTheProgramKeepsItsQuitSignal() async throws {
    try await withPseudoTerminal { terminal in
      var (own, former, current) = (sigaction(), sigaction(), sigaction())
      unsafe own.__sigaction_handler.sa_handler = { _ in }
      _ = unsafe sigaction(SIGQUIT, &own, &former)
      defer { _ = unsafe sigaction(SIGQUIT, &former, nil) }
      let session = try open(terminal)
      defer { session.close() }
      _ = unsafe sigaction(SIGQUIT, nil, &current)
      let handlers = [own, current].map { action in
        unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      }
      #expect(handlers[0] == handlers[1])
    }
  }

  @Test func theSizeComesFromTheEnvironmentIfTheTerminalHasNone() async throws {
    try await withPseudoTerminal(size: TerminalSize(columns: 0, rows: 0)) { terminal in
      let environment = ["TERM": "xterm", "COLUMNS": "33", "LINES": "11"]
      let session = try TerminalSession(input: terminal.slave, output: terminal.slave, environment: environment)
      #expect(session.size == TerminalSize(columns: 33, rows: 11))
      #expect(session.capabilities.colorSupport == .ansi16)
      session.close()
    }
  }
}
