/// Properties of a terminal that its environment does not tell.
public struct TerminalOptions: Hashable, Sendable {
  /// The maximum pause between the bytes of one key. A lone escape byte counts as the escape key after this time.
  ///
  /// Use more than the default for a slow connection that splits sequences, and less for an escape key without delay.
  public var escapeDelay: Duration

  /// The columns that ambiguous characters take.
  public var ambiguousWidth: AmbiguousWidth

  /// Makes options.
  ///
  /// - Parameters:
  ///   - escapeDelay: How long the bytes of one key may be apart.
  ///   - ambiguousWidth: The columns that ambiguous characters take.
  public init(escapeDelay: Duration = .milliseconds(50), ambiguousWidth: AmbiguousWidth = .narrow) {
    self.escapeDelay = escapeDelay
    self.ambiguousWidth = ambiguousWidth
  }

  /// Finds the options in environment variables.
  ///
  /// - Parameter environment: The variables by name. `ESCDELAY` is the delay of the escape key in milliseconds, from
  ///   0 to 60,000, as programs with curses read it. Other values have no effect.
  public init(environment: [String: String]) {
    self.init()
    guard let delay = environment["ESCDELAY"].flatMap({ Int($0) }), (0...60_000).contains(delay) else { return }
    escapeDelay = .milliseconds(delay)
  }
}

extension TerminalSession {
  /// Measures and lays out text as this terminal shows it, with the ambiguous width of its ``options``.
  ///
  /// `run` does so for the screens that it draws. Use it around screens that are made for ``draw(_:)``.
  ///
  /// - Parameter body: Makes a screen, or measures text.
  /// - Returns: What `body` returns.
  public func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DisplayWidth.$ambiguousWidth.withValue(options.ambiguousWidth, operation: body)
  }
}
