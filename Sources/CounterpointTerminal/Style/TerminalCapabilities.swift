#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a terminal can do, as far as its environment tells.
public struct TerminalCapabilities: Hashable, Sendable {
  /// The colours that the terminal shows and the user wants.
  public var colorSupport: ColorSupport

  /// Whether the cursor can be sent to any cell. A screen can't be shown without it; print
  /// ``Screen/plainText(size:)`` instead.
  public var canAddressCursor: Bool

  /// Makes capabilities by hand, for a test or for a terminal that is better known than its environment tells.
  public init(colorSupport: ColorSupport, canAddressCursor: Bool) {
    self.colorSupport = colorSupport
    self.canAddressCursor = canAddressCursor
  }

  /// Finds the capabilities in environment variables.
  ///
  /// | variables | result |
  /// | --- | --- |
  /// | `TERM` missing, empty or `dumb` | no colours, no cursor addressing |
  /// | `NO_COLOR` not empty | no colours |
  /// | `COLORTERM` is `truecolor` or `24bit`, or `TERM` ends in `-direct` | all colours |
  /// | `TERM` ends in `-256color` | 256 colours |
  /// | anything else | 16 colours |
  ///
  /// - Parameter environment: The variables by name, for example ``processEnvironment``.
  public init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    canAddressCursor = !term.isEmpty && term != "dumb"
    if !canAddressCursor || environment["NO_COLOR"]?.isEmpty == false {
      colorSupport = .none
    } else if let depth = environment["COLORTERM"], depth == "truecolor" || depth == "24bit" {
      colorSupport = .trueColor
    } else if term.hasSuffix("-direct") {
      colorSupport = .trueColor
    } else {
      colorSupport = term.hasSuffix("-256color") ? .palette256 : .ansi16
    }
  }

  /// Those variables of this process that tell something about its terminal: `TERM`, `COLORTERM`, `NO_COLOR`,
  /// `COLUMNS` and `LINES`. Reads them anew each time; not safe while another thread calls `setenv`.
  public static var processEnvironment: [String: String] {
    var found: [String: String] = [:]
    for name in ["TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES"] {
      if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
    }
    return found
  }
}
