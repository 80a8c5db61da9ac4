import CounterpointTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal without a window: what a program draws on `slave` is read here, and what is typed here it reads as keys.
///
/// Get one from `withPseudoTerminal`, which lets one test at a time have one: a process has one session at a time.
final class PseudoTerminal {
  struct Failure: Error {}

  /// The side of the person at the terminal.
  let master: Int32
  /// The side of the program.
  let slave: Int32
  /// The file name of the program's side.
  let name: String

  /// Everything that has been drawn and expected so far, escape codes included.
  private(set) var output = ""
  /// The output since then.
  private var unread: [UInt8] = []

  init(size: TerminalSize = .standard) throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    var path = [CChar](repeating: 0, count: 128)
    guard unsafe openpty(&master, &slave, &path, nil, nil) == 0 else { throw Failure() }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    (self.master, self.slave) = (master, slave)
    name = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    resize(to: size)
  }

  deinit {
    hangUp()
    close(slave)
  }

  private var isHungUp = false

  /// Closes the window, as it were: the program's side reports errors from now on.
  func hangUp() {
    if !isHungUp { close(master) }
    isHungUp = true
  }

  /// The settings as they are now.
  var settings: TerminalSettings { TerminalSettings(of: slave) }

  /// Sets the size. No signal is sent if the terminal is not the controlling terminal of a session.
  func resize(to size: TerminalSize) {
    var window = winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(master, bytes, bytes.count)
  }

  /// Reads until the output since the last call holds a text. What follows the text waits for the next call.
  ///
  /// - Returns: The output since the last call, up to the end of the text.
  @discardableResult
  func expect(_ text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      if let range = unread.firstRange(of: wanted) {
        let fresh = String(decoding: unread[..<range.upperBound], as: UTF8.self)
        unread.removeSubrange(..<range.upperBound)
        output += fresh
        return fresh
      }
      let soFar = String(decoding: unread, as: UTF8.self)
      guard let bytes = try readSome(master, waitingFor: text.debugDescription, soFar: soFar) else {
        throw DeadlineMissed(
          description: "the terminal ended before \(text.debugDescription): \(soFar.debugDescription)"
        )
      }
      unread += bytes
    }
  }
}

/// Runs a test with a pseudo-terminal, after all others that have asked for one before.
func withPseudoTerminal<Result>(
  size: TerminalSize = .standard,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (PseudoTerminal) async throws -> Result
) async throws -> Result {
  await TerminalGate.shared.enter()
  do {
    let result = try await body(PseudoTerminal(size: size))
    await TerminalGate.shared.leave()
    return result
  } catch {
    await TerminalGate.shared.leave()
    throw error
  }
}

/// Lets one test at a time through, in the order in which they came.
private actor TerminalGate {
  static let shared = TerminalGate()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if isTaken {
      await withCheckedContinuation { waiting.append($0) }
    } else {
      isTaken = true
    }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}

/// A terminal's settings in a form that can be compared.
struct TerminalSettings: Equatable {
  let modes: [tcflag_t]
  let characters: [UInt8]

  /// - Parameter descriptor: A terminal, or the master side of a pseudo-terminal.
  init(of descriptor: Int32) {
    var settings = termios()
    _ = unsafe tcgetattr(descriptor, &settings)
    modes = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
  }

  private var local: tcflag_t { modes[3] }

  /// Whether keys arrive one by one, unseen, and without making signals.
  var isRaw: Bool {
    local & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0 && modes[0] & tcflag_t(ICRNL | IXON) == 0
  }
}

extension PseudoTerminal {
  /// Stops taking output, as a terminal behind a broken connection does.
  func stall() { tcflow(slave, TCOOFF) }

  /// Takes output again.
  func proceed() { tcflow(slave, TCOON) }

  /// Writes to the program's side until the system takes no more.
  func fill() {
    let own = unsafe open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(own) }
    let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 1_000)
    while unsafe write(own, bytes, bytes.count) > 0 {}
  }

  /// Types on a terminal whose buffer may be full.
  func type(_ key: Character, times: Int) {
    var rest = Array(String(repeating: key, count: times).utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

struct DeadlineMissed: Error, CustomStringConvertible {
  let description: String
}

/// Reads what a descriptor has, waiting for it.
///
/// The deadline is there for broken code only: a passing test never waits for it. It is far away, because on a busy
/// machine all tests together take minutes, and what is waited for may be in their queue.
/// - Returns: `nil` at the end of the file, or where the other side is gone.
func readSome(_ descriptor: Int32, waitingFor purpose: String, soFar: String) throws -> [UInt8]? {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  var ready: Int32 = -1
  repeat { ready = unsafe poll(&waiting, 1, 300_000) } while ready < 0 && errno == EINTR
  guard ready > 0 else {
    throw DeadlineMissed(description: "waited for \(purpose), got \(soFar.debugDescription)")
  }
  var buffer = [UInt8](repeating: 0, count: 65_536)
  let count = unsafe read(descriptor, &buffer, buffer.count)
  return count > 0 ? Array(buffer.prefix(count)) : nil
}
