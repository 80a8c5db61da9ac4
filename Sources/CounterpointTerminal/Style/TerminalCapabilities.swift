#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The capabilities of a terminal, as far as its environment tells.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The colors that the terminal shows and the user wants.
  public var colorSupport: ColorSupport

  /// Whether the cursor can be sent to any cell. A screen can't be shown without it; print
  /// ``Screen/plainText(size:)`` instead.
  public var canAddressCursor: Bool

  /// Makes capabilities by hand, for a test or for a terminal that is better known than its environment tells.
  public init(colorSupport: ColorSupport, canAddressCursor: Bool) {
    self.colorSupport = colorSupport
    self.canAddressCursor = canAddressCursor
  }

  /// Finds the capabilities in environment variables. The first row that applies decides.
  ///
  /// | variables | result |
  /// | --- | --- |
  /// | `TERM` missing, empty, `dumb` or `unknown` | no colors, no cursor addressing |
  /// | `NO_COLOR` present and not empty, as its convention says | no colors |
  /// | `TERM` is a monochrome terminal: a part is `vt` and a number (not `vt525`), `m` or `mono` | no colors |
  /// | `TERM` begins with `screen`, and `TMUX` is missing | as the name says: 256 colors or 16 |
  /// | `COLORTERM` is `truecolor` or `24bit`, or `TERM` ends in `-direct` | all colors |
  /// | `TERM` is that of kitty, Alacritty, foot, WezTerm or Ghostty | all colors |
  /// | `TERM` begins with `xterm`, and another variable names a terminal with all colors (see below) | all colors |
  /// | `TERM` begins with `xterm`, and `TERM_PROGRAM` is `Apple_Terminal` | 256 colors |
  /// | `TERM` contains `-256color` | 256 colors |
  /// | anything else | 16 colors |
  ///
  /// Terminals with all colors are named by `WT_SESSION` (Windows Terminal), `KONSOLE_VERSION`, a `VTE_VERSION` of at
  /// least 3600, or a `TERM_PROGRAM` of `iTerm.app`, `WezTerm`, `vscode`, `ghostty`, `Hyper`, `mintty`, `rio`,
  /// `Tabby` or `WarpTerminal`. The programs in a terminal inherit these variables, so they don't count in tmux or
  /// screen.
  ///
  /// - Parameter environment: The variables by name, for example ``processEnvironment``.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    canAddressCursor = !["", "dumb", "unknown"].contains(term)
    let isColorless = !canAddressCursor || environment["NO_COLOR"]?.isEmpty == false || Self.isMonochrome(term)
    colorSupport = isColorless ? .none : Self.colorSupport(of: term, environment)
  }

  /// The variables of this process that describe its terminal and the user's wishes: those that
  /// ``init(environment:)`` reads, `COLUMNS`, `LINES` and `ESCDELAY`.
  ///
  /// Each call reads them again. Not safe while another thread calls `setenv`.
  public static var processEnvironment: [String: String] {
    var found: [String: String] = [:]
    for name in variables {
      if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
    }
    return found
  }

  private static let variables = [
    "TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES", "ESCDELAY", "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION",
    "WT_SESSION", "TMUX",
  ]

  /// Values of `TERM` that stand for one terminal, which shows all colors.
  private static let trueColorTerms = ["xterm-kitty", "alacritty", "foot", "wezterm", "ghostty", "xterm-ghostty"]

  /// Values of `TERM_PROGRAM` of terminals that show all colors.
  private static let trueColorPrograms = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio", "Tabby", "WarpTerminal",
  ]

  private static func isMonochrome(_ term: String) -> Bool {
    term.split(separator: "-").contains { part in
      if part == "m" || part == "mono" { return true }
      // The VT525 is the only one of DEC's numbered terminals that knows the codes for colors.
      return part.hasPrefix("vt") && part != "vt525" && Int(part.dropFirst(2)) != nil
    }
  }

  private static func colorSupport(of term: String, _ environment: [String: String]) -> ColorSupport {
    let named: ColorSupport = term.contains("-256color") ? .palette256 : .ansi16
    // GNU screen hands its own terminal's variables on, but shows no more than its name says.
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
