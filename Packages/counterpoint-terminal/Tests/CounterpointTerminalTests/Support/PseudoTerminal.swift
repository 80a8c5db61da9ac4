import CounterpointTerminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A pseudo-terminal. The program under test uses `slave`. The test reads its output and types its input.
///
/// Call `withPseudoTerminal` to get one. It runs one test at a time, because a process can have one session at a time.
final class PseudoTerminal {
  struct Failure: Error {}

  /// The user's side.
  let master: Int32
  /// The program's side.
  let slave: Int32
  /// The file name of the program's side.
  let name: String

  /// The output up to the last expected text, including escape codes.
  private(set) var output = ""
  /// The output after that text.
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

  /// Closes the user's side. The program's side then reports errors.
  func hangUp() {
    if !isHungUp { close(master) }
    isHungUp = true
  }

  /// The current settings.
  var settings: TerminalSettings { TerminalSettings(of: slave) }

  /// Sets the size. No signal is sent if the terminal is not the controlling terminal of a session.
  func resize(to size: TerminalSize) {
    var window = winsize(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Types a text.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(master, bytes, bytes.count)
  }

  /// Reads output until it contains a text. The next call continues after the text.
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

/// Runs a closure with a pseudo-terminal, after earlier calls have finished.
func withPseudoTerminal<Result>(
  size: TerminalSize = .standard,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (PseudoTerminal) async throws -> Result
) async throws -> Result {
  await TerminalLock.shared.enter()
  do {
    let result = try await body(PseudoTerminal(size: size))
    await TerminalLock.shared.leave()
    return result
  } catch {
    await TerminalLock.shared.leave()
    throw error
  }
}

/// A FIFO mutex.
private actor TerminalLock {
  static let shared = TerminalLock()

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

/// A terminal's settings, for comparisons.
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

  /// Whether the terminal is in raw mode.
  var isRaw: Bool {
    local & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0 && modes[0] & tcflag_t(ICRNL | IXON) == 0
  }
}

extension PseudoTerminal {
  /// Stops accepting output, like a terminal behind a broken connection.
  func stall() { tcflow(slave, TCOOFF) }

  /// Accepts output again.
  func proceed() { tcflow(slave, TCOON) }

  /// Writes to the program's side until the buffer is full.
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

/// Waits for input of a descriptor and reads it.
///
/// A passing test never reaches the timeout. It is long, because on a busy machine other tests can run for minutes.
///
/// - Returns: `nil` at the end of the file, or if the other side is closed.
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
