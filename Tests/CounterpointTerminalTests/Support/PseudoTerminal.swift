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
