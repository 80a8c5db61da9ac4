#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The capabilities of a terminal, as found in the environment.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The colors that the terminal supports and the user allows.
  public var colorSupport: ColorSupport

  /// Whether the program can move the cursor to any cell. A screen can't be shown without it. Print
  /// ``Screen/plainText(size:)`` instead.
  public var canAddressCursor: Bool

  /// Creates capabilities for a test, or for a terminal whose environment is wrong.
  public init(colorSupport: ColorSupport, canAddressCursor: Bool) {
    self.colorSupport = colorSupport
    self.canAddressCursor = canAddressCursor
  }

  /// Detects the capabilities from environment variables. The first matching row applies.
  ///
  /// | variables | result |
  /// | --- | --- |
  /// | `TERM` missing, empty, `dumb` or `unknown` | no colors, no cursor addressing |
  /// | `NO_COLOR` present and not empty | no colors |
  /// | `TERM` is monochrome: it contains `vt` and a number (except `vt525`), `m` or `mono` | no colors |
  /// | `TERM` begins with `screen`, and `TMUX` is missing | 256 colors if `TERM` contains `-256color`, otherwise 16 |
  /// | `COLORTERM` is `truecolor` or `24bit`, or `TERM` ends in `-direct` | all colors |
  /// | `TERM` is that of kitty, Alacritty, foot, WezTerm or Ghostty | all colors |
  /// | `TERM` begins with `xterm`, and another variable names a terminal with all colors (see below) | all colors |
  /// | `TERM` begins with `xterm`, and `TERM_PROGRAM` is `Apple_Terminal` | 256 colors |
  /// | `TERM` contains `-256color` | 256 colors |
  /// | anything else | 16 colors |
  ///
  /// These variables name terminals with all colors: `WT_SESSION` (Windows Terminal), `KONSOLE_VERSION`, a
  /// `VTE_VERSION` of at least 3600, and a `TERM_PROGRAM` of `iTerm.app`, `WezTerm`, `vscode`, `ghostty`, `Hyper`,
  /// `mintty`, `rio`, `Tabby` or `WarpTerminal`. They are ignored in tmux and screen, which inherit them from the
  /// terminal around them.
  ///
  /// - Parameter environment: The variables by name, for example ``processEnvironment``.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    canAddressCursor = !["", "dumb", "unknown"].contains(term)
    let isColorless = !canAddressCursor || environment["NO_COLOR"]?.isEmpty == false || Self.isMonochrome(term)
    colorSupport = isColorless ? .none : Self.colorSupport(of: term, environment)
  }

  /// The environment variables of this process that describe its terminal: the variables that ``init(environment:)``
  /// reads, `COLUMNS`, `LINES`, `ESCDELAY` and `COLORFGBG`.
  ///
  /// Each access reads them again. Not safe while another thread calls `setenv`.
  public static var processEnvironment: [String: String] {
    var found: [String: String] = [:]
    for name in variables {
      if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
    }
    return found
  }

  private static let variables = [
    "TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "COLUMNS", "LINES", "ESCDELAY",
    "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION",
    "WT_SESSION", "TMUX",
  ]

  /// Values of `TERM` that name one terminal with all colors.
  private static let trueColorTerms = ["xterm-kitty", "alacritty", "foot", "wezterm", "ghostty", "xterm-ghostty"]

  /// Values of `TERM_PROGRAM` that name terminals with all colors.
  private static let trueColorPrograms = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio", "Tabby", "WarpTerminal",
  ]

  private static func isMonochrome(_ term: String) -> Bool {
    term.split(separator: "-").contains { part in
      if part == "m" || part == "mono" { return true }
      // The VT525 is the only VT terminal with colors.
      return part.hasPrefix("vt") && part != "vt525" && Int(part.dropFirst(2)) != nil
    }
  }

  private static func colorSupport(of term: String, _ environment: [String: String]) -> ColorSupport {
    let named: ColorSupport = term.contains("-256color") ? .palette256 : .ansi16
    // GNU screen passes on the variables of its terminal, but supports only the colors that `TERM` names.
    if term.hasPrefix("screen"), environment["TMUX"] == nil { return named }
    if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || term.hasSuffix("-direct") { return .trueColor }
    if trueColorTerms.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return .trueColor }
    guard term.hasPrefix("xterm") else { return named }
    let program = environment["TERM_PROGRAM"] ?? ""
    if trueColorPrograms.contains(program) || environment["WT_SESSION"]?.isEmpty == false
      || environment["KONSOLE_VERSION"]?.isEmpty == false || (Int(environment["VTE_VERSION"] ?? "") ?? 0) >= 3600
    {
      return .trueColor
    }
    return program == "Apple_Terminal" ? .palette256 : named
  }
}
