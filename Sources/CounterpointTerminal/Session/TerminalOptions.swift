/// Properties of a terminal that its environment does not describe.
public struct TerminalOptions: Hashable, Sendable {
  /// The maximum pause between the bytes of one key. A lone escape byte counts as the escape key after this time.
  ///
  /// Use more than the default for a slow connection that splits sequences, and less for an escape key without delay.
  public var escapeDelay: Duration

  /// The width of ambiguous characters.
  public var ambiguousWidth: AmbiguousWidth

  /// Creates options.
  ///
  /// - Parameters:
  ///   - escapeDelay: The maximum pause between the bytes of one key.
  ///   - ambiguousWidth: The width of ambiguous characters.
  public init(escapeDelay: Duration = .milliseconds(50), ambiguousWidth: AmbiguousWidth = .narrow) {
    self.escapeDelay = escapeDelay
    self.ambiguousWidth = ambiguousWidth
  }

  /// Creates options from environment variables.
  ///
  /// - Parameter environment: The variables by name. As in curses, `ESCDELAY` is the delay of the escape key in
  ///   milliseconds, from 0 to 60,000. Other values have no effect.
  public init(environment: [String: String]) {
    self.init()
    guard let delay = environment["ESCDELAY"].flatMap({ Int($0) }), (0...60_000).contains(delay) else { return }
    escapeDelay = .milliseconds(delay)
  }
}

extension TerminalSession {
  /// Runs a closure with the ambiguous width of this terminal's ``options``.
  ///
  /// `run` calls this method for the screens that it draws. Use it to create screens for ``draw(_:)``.
  ///
  /// - Parameter body: Creates a screen, or measures text.
  /// - Returns: What `body` returns.
  public func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DisplayWidth.$ambiguousWidth.withValue(options.ambiguousWidth, operation: body)
  }
}

/// The handling of the keys that a terminal usually turns into signals.
public enum ControlKeys: Hashable, Sendable {
  /// Ctrl-C ends the session with ``TerminalEvent/interrupted(_:)``. Ctrl-Z suspends the process.
  case jobControl

  /// Ctrl-C and Ctrl-Z are events like all keys. Signals from other processes have their usual effect.
  case delivered
}
