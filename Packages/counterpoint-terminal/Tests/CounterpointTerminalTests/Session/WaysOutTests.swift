import CounterpointTerminal
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The terminal is restored whenever a process with a session ends or stops.
@Suite struct WaysOutTests {
  @Test(arguments: [
    ("q", "job exited with 0"), ("x", "job exited with 1"), ("e", "job exited with 7"),
    ("\u{03}", "job exited with 130"),
    ("a", "job killed by \(SIGABRT)"), ("s", "job killed by \(SIGSEGV)"), ("u", "job killed by \(SIGUSR1)"),
  ])
  func byAKey(key: String, end: String) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      #expect(terminal.settings.isRaw)
      terminal.type(key)
      try job.fixture.expect(end)
      #expect(try job.isRestored())
    }
  }

  @Test func byATrap() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.type("t")
      // An illegal instruction on x86, a breakpoint on ARM.
      let signal = Int32(try job.fixture.expect("job killed by "))
      #expect(signal == SIGILL || signal == SIGTRAP)
      #expect(try job.isRestored())
    }
  }

  @Test func byAStackOverflow() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: ["overflow"])
      try job.fixture.expect("job killed by \(SIGSEGV)")
      #expect(try job.isRestored())
    }
  }

  @Test(arguments: [
    (SIGINT, "job exited with 130"), (SIGTERM, "job exited with 143"), (SIGHUP, "job exited with 129"),
    (SIGQUIT, "job killed by \(SIGQUIT)"), (SIGSEGV, "job killed by \(SIGSEGV)"), (SIGILL, "job killed by \(SIGILL)"),
    (SIGTRAP, "job killed by \(SIGTRAP)"), (SIGABRT, "job killed by \(SIGABRT)"), (SIGBUS, "job killed by \(SIGBUS)"),
    (SIGFPE, "job killed by \(SIGFPE)"), (SIGALRM, "job killed by \(SIGALRM)"),
  ])
  func byASignal(signal: Int32, end: String) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      kill(job.process, signal)
      try job.fixture.expect(end)
      #expect(try job.isRestored())
    }
  }

  #if os(Linux)
  @Test(arguments: [SIGPOLL, SIGPWR, SIGSTKFLT]) func byASignalOfLinux(signal: Int32) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      kill(job.process, signal)
      try job.fixture.expect("job killed by \(signal)")
      #expect(try job.isRestored())
    }
  }
  #endif

  /// The backtracer expects that the instruction faults again, so its handler returns from a sent signal.
  @Test(arguments: [SIGQUIT, SIGABRT, SIGSEGV]) func byASignalWithABacktrace(signal: Int32) async throws {
    try await withPseudoTerminal { terminal in
      let environment = [
        "TERM": "xterm-256color",
        "SWIFT_BACKTRACE": "enable=yes,interactive=no,threads=crashed,symbolicate=off,images=none,output-to=/dev/null",
      ]
      let job = try SupervisedJob(on: terminal, environment: environment)
      kill(job.process, signal)
      try job.fixture.expect("job killed by \(signal)")
      #expect(try job.isRestored())
      // The backtracer has ended too, because it reads the memory of the process.
      try job.fixture.expectEnd()
    }
  }

  @Test(arguments: ["\u{1A}", "z", "signal"]) func stoppedAndContinued(how: String) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      for _ in 0..<2 {
        if how == "signal" { kill(job.process, SIGTSTP) } else { terminal.type(how) }
        #expect(try job.fixture.expect("job stopped by ") == "\(SIGTSTP)")
        #expect(try job.isRestored())

        job.fixture.command("f")
        try job.fixture.expect("resumed")
        #expect(terminal.settings.isRaw)
        let drawn = try terminal.expect("screen of \(job.process)")
        #expect(drawn.contains("\u{1B}[?1049h") && drawn.contains("\u{1B}[2J") && drawn.contains("ready"))
      }
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func theWholeJobStops() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: ["companion"])
      terminal.type("\u{1A}")
      let stopped = [try job.fixture.expect("job stopped by "), try job.fixture.expect("companion stopped by ")]
      #expect(stopped == ["\(SIGTSTP)", "\(SIGTSTP)"])
      job.fixture.command("f")
      try job.fixture.expect("resumed")
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
    }
  }

  /// The signals of the system for a program in the background, sent by another process.
  @Test(arguments: [SIGTTIN, SIGTTOU]) func aSignalOfTheBackgroundRestoresTheTerminal(signal: Int32) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      kill(job.process, signal)
      #expect(try job.fixture.expect("job stopped by ") == "\(signal)")
      #expect(try job.isRestored())
      job.fixture.command("f")
      try job.fixture.expect("resumed")
      #expect(terminal.settings.isRaw)
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func backgroundSessionsWaitForTheTerminal() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.type("\u{1A}")
      try job.fixture.expect("job stopped by \(SIGTSTP)")
      #expect(try job.isRestored())
      job.fixture.command("b")
      #expect(try job.fixture.expect("job stopped by ") == "\(SIGTTOU)")
      #expect(terminal.settings == job.before)
      job.fixture.command("f")
      try job.fixture.expect("resumed")
      #expect(terminal.settings.isRaw)
      kill(job.process, SIGTERM)
      try job.fixture.expect("job exited with 143")
      #expect(try job.isRestored())
    }
  }

  @Test func aStoppedSessionEntersTheTerminalAgain() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      kill(job.process, SIGSTOP)
      try job.fixture.expect("job stopped by \(SIGSTOP)")
      // As a shell does.
      var settings = termios()
      _ = unsafe tcgetattr(terminal.slave, &settings)
      settings.c_lflag |= tcflag_t(ICANON | ECHO)
      _ = unsafe tcsetattr(terminal.slave, TCSANOW, &settings)
      job.fixture.command("f")
      try job.fixture.expect("resumed")
      #expect(terminal.settings.isRaw)
      #expect(try terminal.expect("screen of").contains("ready"))
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func ignoredStopSignalsHaveNoEffect() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: ["ignore-stop"])
      terminal.type("\u{1A}kq")
      #expect(try job.fixture.nextReport().hasPrefix("resize("))
      #expect(try job.fixture.nextReport() == "key(k)")
      try job.fixture.expect("job exited with 0")
      #expect(!terminal.output.contains("\u{1B}[?1049l"))
      #expect(try job.isRestored())
    }
  }

  @Test func theWindowChangesSize() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.resize(to: TerminalSize(columns: 44, rows: 11))
      // The first event has the first size, unless the new one is there already.
      try job.fixture.expect("resize(44x11)")
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
    }
  }

  @Test func theWindowIsClosed() async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal)
      terminal.hangUp()
      try job.fixture.expect("interrupted")
      try job.fixture.expect("job exited with 129")
    }
  }

  @Test(arguments: [["pipe-input"], ["pipe-output"], ["pipe-input", "pipe-output"]])
  func theTerminalIsNotTheStandardInput(options: [String]) async throws {
    try await withPseudoTerminal { terminal in
      let job = try SupervisedJob(on: terminal, options: options)
      #expect(terminal.settings.isRaw)
      terminal.type("q")
      try job.fixture.expect("job exited with 0")
      #expect(try job.isRestored())
    }
  }

  @Test func withoutATerminalThereIsAnError() throws {
    let fixture = try FixtureProcess(["open"])
    let refusal = try fixture.expect("refused ")
    #expect(refusal == TerminalError.noTerminal.description)
    #expect(refusal.contains("no terminal"))
  }
}
