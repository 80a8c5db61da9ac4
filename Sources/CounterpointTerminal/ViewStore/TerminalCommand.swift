/// The reaction of a program to an event.
public enum TerminalCommand<ViewAction> {
  /// Send an action.
  case send(ViewAction)
  /// Leave the terminal.
  case quit
}

extension TerminalCommand: Equatable where ViewAction: Equatable {}

/// The reason why a program has left the terminal.
public enum TerminalExit: Hashable, Sendable {
  /// It wanted to.
  case quit
  /// A signal came, Ctrl-C was pressed, or the terminal is gone.
  case interrupted(TerminalSignal)

  /// The code that a process exits with by convention: 0, or 128 and the signal's number.
  public var code: Int32 {
    switch self {
    case .quit: 0
    case .interrupted(let signal): signal.exitCode
    }
  }
}
