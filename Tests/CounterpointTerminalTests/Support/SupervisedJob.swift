#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A job of the fixture that runs in the foreground of a pseudo-terminal.
struct SupervisedJob {
  let terminal: PseudoTerminal
  let fixture: FixtureProcess
  let process: pid_t
  /// The terminal's settings before the job began.
  let before: TerminalSettings

  /// Starts the job and waits until its screen is there.
  init(on terminal: PseudoTerminal, options: [String] = [], environment: [String: String]? = nil) throws {
    self.terminal = terminal
    before = terminal.settings
    fixture = try FixtureProcess(
      ["supervise", terminal.name] + options,
      environment: environment ?? ["TERM": "xterm-256color"]
    )
    // Never 0: a signal to that would reach the tests themselves.
    guard let process = pid_t(try fixture.expect("job ")), process > 1 else { throw FixtureProcess.Failure() }
    self.process = process
    try fixture.expect("ready")
    try terminal.expect("screen of \(process)")
  }

  /// Whether the terminal is as it was, to the eye as well.
  func isRestored() throws -> Bool {
    try terminal.expect("\u{1B}[?1049l")
    return terminal.settings == before
      && terminal.output.hasSuffix(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
      )
  }
}
