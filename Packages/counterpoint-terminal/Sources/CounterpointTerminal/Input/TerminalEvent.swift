/// An event of a terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)

  /// Text was pasted. Line breaks are `\n`. Control characters and escape codes are not removed. More than a mebibyte
  /// arrives in several events.
  case paste(String)

  /// A button of the mouse was pressed or released, or the wheel was turned. Sessions report it only on request, see
  /// ``TerminalOptions/reportsMouse``.
  case mouse(MouseEvent)

  /// The size of the terminal. The first event of a session carries the initial size. A later one carries a new size,
  /// in which the last screen was redrawn. Overtakes keys.
  case resize(TerminalSize)

  /// The process was stopped (Ctrl-Z) and continues (`fg`). The last screen was redrawn. Overtakes keys.
  case resumed

  /// The program must end: a signal arrived, Ctrl-C was pressed, or the terminal is gone (``TerminalSignal/hangUp``).
  ///
  /// This is the session's last event. It overtakes all others. The terminal is already restored.
  case interrupted(TerminalSignal)
}

/// A signal that asks a program to end.
public enum TerminalSignal: Int32, Hashable, Sendable, CaseIterable {
  /// `SIGHUP`: the terminal is gone.
  case hangUp = 1
  /// `SIGINT`: Ctrl-C, or an interrupt from another process.
  case interrupt = 2
  /// `SIGTERM`: the system or another process asks the program to end.
  case terminate = 15

  /// The conventional exit status of a program that this signal ends: 128 plus the signal's number.
  public var exitCode: Int32 { 128 + rawValue }
}
