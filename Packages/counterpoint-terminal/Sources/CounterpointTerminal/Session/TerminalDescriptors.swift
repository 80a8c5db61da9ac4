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

/// The file descriptors of a terminal: the input for keys and the output for screens.
///
/// The session opens its own non-blocking descriptors, so a terminal that stops reading blocks no thread. The given
/// descriptors are not changed, because they share their flags with the shell.
struct TerminalDescriptors: Sendable {
  let input: Int32
  let output: Int32

  /// Whether `output` is the given descriptor, because the terminal could not be reopened.
  let isShared: Bool

  /// The descriptors that were opened for this session, and must be closed.
  private let opened: [Int32]

  /// Reopens the terminals of the descriptors. Opens the controlling terminal for descriptors that are not terminals.
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

  /// Reopens a terminal; `nil` if the system has no name for it.
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
