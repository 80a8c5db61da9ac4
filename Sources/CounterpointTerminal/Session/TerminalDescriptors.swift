#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file descriptors of a terminal: where keys come from and where the screen goes to.
struct TerminalDescriptors: Sendable {
  let input: Int32
  let output: Int32

  /// The descriptor that was opened for this session, and has to be closed after it.
  private let opened: Int32?

  /// Takes the descriptors that are terminals, and the process's own terminal for those that are not.
  init(input: Int32, output: Int32) throws(TerminalError) {
    if isatty(input) == 1, isatty(output) == 1 {
      (self.input, self.output, opened) = (input, output, nil)
      return
    }
    let own = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard own >= 0 else { throw .noTerminal }
    opened = own
    self.input = isatty(input) == 1 ? input : own
    self.output = isatty(output) == 1 ? output : own
  }

  func closeOpened() {
    if let opened { close(opened) }
  }
}
