#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The program `terminal-fixture` in a separate session.
final class FixtureProcess {
  struct Failure: Error {}

  let process: pid_t
  private let reports: Int32
  private let commands: Int32
  private var unread = ""

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - environment: Its environment variables.
  init(_ arguments: [String], environment: [String: String] = ["TERM": "xterm-256color"]) throws {
    let path = Self.path
    let nowhere = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    var (report, command): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard unsafe pipe(&report) == 0, unsafe pipe(&command) == 0 else { throw Failure() }
    for descriptor in report + command { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var attributes = posix_spawnattr_t()
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawnattr_init(&attributes)
    unsafe posix_spawn_file_actions_init(&actions)
    // A new session (0x80) has no access to the terminal of the tests. The signal mask and actions are reset, because
    // pool threads block most signals.
    unsafe posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var (none, all) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    for standard: Int32 in 0...2 { unsafe posix_spawn_file_actions_adddup2(&actions, nowhere, standard) }
    // Far above 4, so the copies below don't replace a descriptor that is still needed.
    let high = (fcntl(report[1], F_DUPFD_CLOEXEC, 100), fcntl(command[0], F_DUPFD_CLOEXEC, 100))
    unsafe posix_spawn_file_actions_adddup2(&actions, high.0, 3)
    unsafe posix_spawn_file_actions_adddup2(&actions, high.1, 4)
    // The crashes are intended. A backtrace would take seconds, and the thread sanitizer would turn a crash into an
    // exit.
    let quiet = [
      "SWIFT_BACKTRACE": "enable=no", "TSAN_OPTIONS": "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0",
    ]
    let variables = environment.merging(quiet) { given, _ in given }
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &settings)
    for index in unsafe words.indices { unsafe free(words[index]) }
    for index in unsafe settings.indices { unsafe free(settings[index]) }
    unsafe posix_spawnattr_destroy(&attributes)
    unsafe posix_spawn_file_actions_destroy(&actions)
    for descriptor in [nowhere, report[1], command[0], high.0, high.1] { close(descriptor) }
    self.process = process
    (reports, commands) = (report[0], command[1])
    if failure != 0 { throw Failure() }
  }

  deinit {
    close(commands)
    close(reports)
    kill(process, SIGKILL)
    _ = waitpid(process, nil, 0)
  }

  /// The next line that the program reports.
  func nextReport() throws -> String {
    while true {
      if let end = unread.firstIndex(of: "\n") {
        defer { unread = String(unread[unread.index(after: end)...]) }
        return String(unread[..<end])
      }
      guard let bytes = try readSome(reports, waitingFor: "a report", soFar: unread) else {
        throw DeadlineMissed(description: "the fixture ended without a report, \(unread)")
      }
      unread += String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads reports up to the first one with a prefix.
  ///
  /// - Returns: The rest of that report.
  @discardableResult
  func expect(_ beginning: String) throws -> String {
    var seen: [String] = []
    while true {
      let line: String
      do { line = try nextReport() } catch {
        throw DeadlineMissed(description: "no report \(beginning.debugDescription) after \(seen): \(error)")
      }
      if line.hasPrefix(beginning) { return String(line.dropFirst(beginning.count)) }
      seen.append(line)
    }
  }

  /// Reads reports until the program and its child processes have ended.
  func expectEnd() throws {
    while try readSome(reports, waitingFor: "the end", soFar: unread) != nil {}
  }

  /// Sends a command to the supervisor.
  func command(_ letter: Character) {
    let bytes = Array(String(letter).utf8)
    _ = unsafe write(commands, bytes, bytes.count)
  }

  /// The path of the fixture, which is built next to the tests.
  private static var path: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    let executable = String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return executable.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/terminal-fixture"
  }
}

/// A job of the fixture that runs in the foreground of a pseudo-terminal.
struct SupervisedJob {
  let terminal: PseudoTerminal
  let fixture: FixtureProcess
  let process: pid_t
  /// The terminal's settings before the job began.
  let before: TerminalSettings

  /// Starts the job and waits for its screen.
  init(on terminal: PseudoTerminal, options: [String] = [], environment: [String: String]? = nil) throws {
    self.terminal = terminal
    before = terminal.settings
    fixture = try FixtureProcess(
      ["supervise", terminal.name] + options,
      environment: environment ?? ["TERM": "xterm-256color"]
    )
    // Never 0, because a signal to process 0 would reach the tests.
    guard let process = pid_t(try fixture.expect("job ")), process > 1 else { throw FixtureProcess.Failure() }
    self.process = process
    try fixture.expect("ready")
    try terminal.expect("screen of \(process)")
  }

  /// Whether the terminal's settings and its screen are restored.
  func isRestored() throws -> Bool {
    try terminal.expect("\u{1B}[?1049l")
    return terminal.settings == before
      && terminal.output.hasSuffix(
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"
      )
  }
}
