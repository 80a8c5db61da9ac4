#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The reason why a terminal session could not begin. Nothing has been changed when it is thrown.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The given descriptors are no terminals, and the process has no terminal of its own (`/dev/tty`).
  case noTerminal

  /// The environment says that the terminal can't place a cursor: `TERM` has this value, empty if it is not set.
  case unsupportedTerminal(term: String)

  /// Another session of this process is open. Signals belong to the whole process, so there is one session at a time.
  case alreadyOpen

  /// The system refused: the call that failed, and its error number.
  case system(call: String, code: Int32)

  /// The error and advice, in one line.
  public var description: String {
    switch self {
    case .noTerminal:
      return "no terminal: neither input nor output is one, and there is no /dev/tty; "
        + "run the program in a terminal, or use it without its screen"
    case .unsupportedTerminal(let term):
      let found = term.isEmpty ? "TERM is not set" : "TERM is \"\(term)\""
      return "\(found): this terminal can't show a screen; set TERM to what it is, for example xterm-256color"
    case .alreadyOpen:
      return "a terminal session is open already: close it before opening another"
    case .system(let call, let code):
      let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return "the terminal can't be used: \(call): \(reason)"
    }
  }
}
