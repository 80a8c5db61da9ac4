/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)

  /// Text was pasted. Line breaks are `\n`; everything else is as it came, escape codes included. More than a mebibyte
  /// comes in several pieces.
  case paste(String)

  /// The terminal has another size now. What was drawn last is drawn again, cut to the new size. Overtakes keys.
  case resize(TerminalSize)

  /// The process was stopped (Ctrl-Z) and goes on (`fg`). What was drawn last has been drawn again.
  case resumed

  /// The program shall end: a signal came, Ctrl-C was pressed, or the terminal is gone (``TerminalSignal/hangUp``).
  /// The terminal is as it was before the session already, and this is the session's last event. Overtakes all others.
  case interrupted(TerminalSignal)
}
