/// The options of a session: properties of the terminal that its environment does not describe, and what the program
/// wants from it.
public struct TerminalOptions: Hashable, Sendable {
  /// The maximum pause behind an escape byte. A lone escape byte counts as the escape key after this time.
  ///
  /// Use more than the default for a slow connection that splits sequences, and less for an escape key without delay.
  /// ``init(environment:)`` uses 300 ms for a program that was started over SSH.
  public var escapeDelay: Duration

  /// The width of ambiguous characters.
  public var ambiguousWidth: AmbiguousWidth

  /// Whether the session asks the terminal for the widths of six characters, about which terminals disagree.
  ///
  /// The question is part of the first output, and nothing waits for the answer. If the answer differs from the
  /// assumed widths, the session shows the last screen again, and a ``TerminalEvent/resize(_:)`` with the same size
  /// follows. Without an answer, the session assumes the greatest widths, which can leave blanks but loses no letters.
  public var asksForWidths: Bool

  /// The part of the terminal that the program uses.
  public var display: TerminalDisplay

  /// Whether clicks and turns of the wheel are events. The user then has to hold shift to select text. Has no effect
  /// with an inline display, because the position of its rows is unknown.
  public var reportsMouse: Bool

  /// The styles of the widgets.
  public var theme: Theme

  /// Creates options.
  ///
  /// - Parameters:
  ///   - escapeDelay: The maximum pause behind an escape byte.
  ///   - ambiguousWidth: The width of ambiguous characters.
  ///   - asksForWidths: Whether the session asks the terminal for the widths of some characters.
  ///   - display: The part of the terminal that the program uses.
  ///   - reportsMouse: Whether clicks and turns of the wheel are events.
  ///   - theme: The styles of the widgets.
  public init(
    escapeDelay: Duration = .milliseconds(50),
    ambiguousWidth: AmbiguousWidth = .narrow,
    asksForWidths: Bool = true,
    display: TerminalDisplay = .alternateScreen,
    reportsMouse: Bool = false,
    theme: Theme = .standard
  ) {
    self.escapeDelay = escapeDelay
    self.ambiguousWidth = ambiguousWidth
    self.asksForWidths = asksForWidths
    self.display = display
    self.reportsMouse = reportsMouse
    self.theme = theme
  }

  /// Creates options from environment variables.
  ///
  /// - Parameter environment: The variables by name. With `SSH_CONNECTION` or `SSH_TTY`, the terminal is remote, and
  ///   the escape delay is 300 ms. As in curses, `ESCDELAY` is the delay in milliseconds, from 0 to 60,000. Other
  ///   values have no effect. See ``Theme/init(environment:)`` for the theme.
  public init(environment: [String: String]) {
    self.init(theme: Theme(environment: environment))
    if environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil { escapeDelay = Self.remoteEscapeDelay }
    guard let delay = environment["ESCDELAY"].flatMap({ Int($0) }), (0...60_000).contains(delay) else { return }
    escapeDelay = .milliseconds(delay)
  }

  /// More than the 200 ms after which TCP sends a lost segment again.
  private static let remoteEscapeDelay = Duration.milliseconds(300)
}

extension TerminalSession {
  /// Runs a closure with the widths of this terminal's characters, and with the theme of the ``options``.
  ///
  /// `run` calls this method for the screens that it draws. Use it to create screens for ``draw(_:)``.
  ///
  /// - Parameter body: Creates a screen, or measures text.
  /// - Returns: What `body` returns.
  public func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DisplayWidth.$ambiguousWidth.withValue(options.ambiguousWidth) {
      try DisplayWidth.$clusterWidths.withValue(device.clusterWidths) {
        try Theme.$current.withValue(options.theme, operation: body)
      }
    }
  }
}

/// The handling of the keys that a terminal usually turns into signals.
public enum ControlKeys: Hashable, Sendable {
  /// Ctrl-C ends the session with ``TerminalEvent/interrupted(_:)``. Ctrl-Z suspends the process.
  case jobControl

  /// Ctrl-C and Ctrl-Z are events like all keys. Signals from other processes have their usual effect.
  case delivered
}
