/// The reason why a program ends early: a line for the user, and the exit code.
public struct Failure: Error {
  /// Codes of `sysexits.h`.
  public enum Code: Int32, Sendable {
    /// The command line or the script is wrong (`EX_USAGE`).
    case usage = 64
    /// The script can't be read (`EX_NOINPUT`).
    case noInput = 66
    /// The terminal can't be used (`EX_UNAVAILABLE`).
    case unavailable = 69
    /// A file can't be written (`EX_IOERR`).
    case inputOutput = 74
  }

  let message: String
  let code: Code

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - message: The line for the user, without the program's name.
  ///   - code: What the program exits with.
  public init(_ message: String, code: Code = .usage) {
    self.message = message
    self.code = code
  }
}
