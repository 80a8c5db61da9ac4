/// The handling of the keys that a terminal usually turns into signals.
public enum ControlKeys: Hashable, Sendable {
  /// Ctrl-C ends the session with ``TerminalEvent/interrupted(_:)``, Ctrl-Z suspends the process. Other keys are
  /// events.
  case jobControl

  /// All keys are events, Ctrl-C and Ctrl-Z too. Signals that other processes send have their usual effect.
  case delivered
}
