/// The part of the terminal that a program uses.
public enum TerminalDisplay: Hashable, Sendable {
  /// The whole terminal. The lines before the program was started are shown again at its end.
  case alternateScreen

  /// Some rows below the shell's prompt, which stay there after the end.
  ///
  /// The program uses as many rows as its screens have lines, up to `rows`. Screens are created for a terminal with at
  /// most this number of rows. After a new width, parts of the old screen can stay above the new one if its cursor was
  /// visible below a row that the terminal has wrapped.
  case inline(rows: Int)

  /// Returns the size of the screens on a terminal.
  func size(of terminal: TerminalSize) -> TerminalSize {
    switch self {
    case .alternateScreen: terminal
    case .inline(let rows): TerminalSize(columns: terminal.columns, rows: min(terminal.rows, max(rows, 1)))
    }
  }
}
