internal import CounterpointTerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#else
#error("CounterpointTerminal needs a POSIX terminal. Windows consoles have another interface and are not supported.")
#endif

/// The file descriptors of a terminal: the source of keys and the destination of screens.
///
/// They are opened for the session and non-blocking, so that a terminal that stops reading stops no thread. The given
/// descriptors stay as they are, because they share their mode with the shell's.
struct TerminalDescriptors: Sendable {
  let input: Int32
  let output: Int32

  /// Whether `output` is the given descriptor, because the terminal could not be opened again.
  let isShared: Bool

  /// The descriptors that were opened for this session, and have to be closed after it.
  private let opened: [Int32]

  /// Opens the terminals of the descriptors, and the process's own terminal for those that are none.
  init(input: Int32, output: Int32) throws(TerminalError) {
    let ownInput = try Self.reopen(input)
    if let ownInput, Self.isSame(input, output) {
      (self.input, self.output, isShared, opened) = (ownInput, ownInput, false, [ownInput])
      return
    }
    let ownOutput: Int32?
    do throws(TerminalError) {
      ownOutput = try Self.reopen(output)
    } catch {
      if let ownInput { close(ownInput) }
      throw error
    }
    self.input = ownInput ?? input
    self.output = ownOutput ?? output
    isShared = ownOutput == nil
    opened = [ownInput, ownOutput].compactMap(\.self)
  }

  func closeOpened() {
    for descriptor in opened { close(descriptor) }
  }

  /// Opens a terminal once more; `nil` if it can't be opened by a name.
  private static func reopen(_ descriptor: Int32) throws(TerminalError) -> Int32? {
    if isatty(descriptor) == 1 {
      let own = counterpoint_terminal_reopen(descriptor)
      return own >= 0 ? own : nil
    }
    let own = unsafe open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard own >= 0 else { throw .noTerminal }
    return own
  }

  private static func isSame(_ one: Int32, _ other: Int32) -> Bool {
    guard isatty(one) == 1, isatty(other) == 1 else { return false }
    var (first, second) = (stat(), stat())
    guard unsafe fstat(one, &first) == 0, unsafe fstat(other, &second) == 0 else { return false }
    return first.st_rdev == second.st_rdev
  }
}
