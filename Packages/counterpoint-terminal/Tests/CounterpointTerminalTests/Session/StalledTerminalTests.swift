import CounterpointTerminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal that stops reading does not block the program, and does not prevent its end.
@Suite struct StalledTerminalTests {
  @Test(arguments: [
    (SIGTERM, "job exited with 143"), (SIGINT, "job exited with 130"), (SIGHUP, "job exited with 129"),
    (SIGABRT, "job killed by \(SIGABRT)"), (SIGQUIT, "job killed by \(SIGQUIT)"),
  ])
  func aSignalEndsTheProgram(signal: Int32, end: String) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.stall()
      terminal.type("d")
      try job.fixture.expect("key(d)")
      kill(job.process, signal)
      try job.fixture.expect(end)
      #expect(terminal.settings == job.before)
    }
  }

  @Test func controlCEndsTheProgram() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.stall()
      terminal.type("d\u{03}")
      try job.fixture.expect("job exited with 130")
      #expect(terminal.settings == job.before)
    }
  }

  @Test func aSecondSignalSkipsTheRestoreTimeout() async throws {
    try await withPseudoTerminal { terminal in
      // Without the second signal, restoring the terminal would take an hour.
      let job = try SupervisedJob(on: terminal, options: ["patient"])
      terminal.stall()
      kill(job.process, SIGTERM)
      kill(job.process, SIGINT)
      let code = try job.fixture.expect("job exited with ")
      #expect(code == "143" || code == "130")
      #expect(terminal.settings == job.before)
    }
  }

  @Test func aFullTerminalIsRestored() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.fill()
      kill(job.process, SIGTERM)
      try job.fixture.expect("job exited with 143")
      #expect(try job.isRestored())
    }
  }

  @Test func aPauseOfANonBlockingTerminalIsNotAHangUp() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: ["non-blocking"])
      terminal.stall()
      terminal.type("dk")
      try job.fixture.expect("key(k)")
      terminal.proceed()
      try terminal.expect("drawn later")
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func aStoppedProgramContinuesOnAStalledTerminal() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.stall()
      terminal.type("d\u{1A}")
      #expect(try job.fixture.expect("job stopped by ") == "\(SIGTSTP)")
      #expect(terminal.settings == job.before)
      job.fixture.command("f")
      try job.fixture.expect("resumed")
      #expect(terminal.settings.isRaw)
      terminal.proceed()
      try terminal.expect("drawn later")
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func onlyTheNewestFrameIsKept() async throws {
    try await withPseudoTerminal { terminal in
      let session = try TerminalSession(
        input: terminal.slave,
        output: terminal.slave,
        environment: ["TERM": "xterm-256color"]
      )
      defer { session.close() }
      terminal.stall()
      for number in 0..<500 { session.draw([StyledText("\(number)"), StyledText(String(repeating: "x", count: 79))]) }
      session.draw(["the newest"])
      terminal.proceed()
      try terminal.expect("the newest")
      // A frame that was partly written, and the newest one.
      #expect(terminal.output.split(separator: "\u{1B}[?2026h", omittingEmptySubsequences: false).count - 1 <= 2)
      var emulator = TerminalEmulator(size: session.size)
      emulator.feed(Array(terminal.output.utf8))
      #expect(emulator.rows[0].hasPrefix("the newest "))
      #expect(emulator.rows[1].allSatisfy { $0 == " " } || emulator.isInsideFrame)
    }
  }
}
