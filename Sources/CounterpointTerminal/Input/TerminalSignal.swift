/// A signal that asks a program to end.
public enum TerminalSignal: Int32, Hashable, Sendable, CaseIterable {
  /// `SIGHUP`: the terminal is gone.
  case hangUp = 1
  /// `SIGINT`: Ctrl-C, or the same from another process.
  case interrupt = 2
  /// `SIGTERM`: the system or another process wants the program to end.
  case terminate = 15

  /// The status that a program ended by this signal should exit with: 128 plus the signal's number, as shells count.
  public var exitCode: Int32 { 128 + rawValue }
}
