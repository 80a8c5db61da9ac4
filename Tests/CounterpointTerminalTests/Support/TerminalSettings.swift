#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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
