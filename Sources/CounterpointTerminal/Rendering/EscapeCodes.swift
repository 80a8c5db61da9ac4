/// The escape codes for whole screens. ECMA-48 has the oldest of them; those with a question mark come from DEC and
/// xterm, and terminals that don't know one ignore it.
enum EscapeCodes {
  /// Other screen, bracketed paste, no jump to the next line behind the last column, no cursor, nothing on the screen.
  static let enter = bytes("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l\u{1B}[?25l\u{1B}[0m\u{1B}[2J")

  /// Everything in `enter` undone. Begins with the end of a frame, in case a frame was cut short.
  static let leave = bytes("\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")

  /// From here on the terminal collects changes…
  static let frameBegins = "\u{1B}[?2026h"
  /// …and here it shows them all at once.
  static let frameEnds = "\u{1B}[?2026l"

  static let showCursor = "\u{1B}[?25h"
  static let hideCursor = "\u{1B}[?25l"
  static let plainAndClear = "\u{1B}[0m\u{1B}[2J"
  static let clearToEndOfLine = "\u{1B}[K"

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
