import CounterpointCore

extension TerminalSession {
  /// Runs a program whose screens read stores, until the user quits.
  ///
  /// Everything that `screen` reads is tracked: fields of stores, bindings, other `Observable` objects. After a
  /// change, the screen is drawn again in a later job of the actor, at most 60 times a second; waiting events are
  /// handled first. Use it for a program of screens with stores and bindings. A program whose whole screen is the
  /// state of a `ViewStore` is run by ``run(_:screen:command:)``.
  ///
  /// ```swift
  /// let app = AppScreen(store: store)
  /// let exit = await session.run { app.screen(size: $0) } command: { app.command(for: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The stores' actor; leave it out.
  ///   - screen: Creates the screen for a size.
  ///   - command: Handles an event, and returns whether to quit.
  /// - Returns: The reason of the end. The session is still open unless it ended by itself.
  public func run(
    isolation: isolated (any Actor) = #isolation,
    screen: @escaping (_ size: TerminalSize) -> Screen,
    command: (_ event: TerminalEvent) -> TerminalCommand<Never>?
  ) async -> TerminalExit {
    let drawing = observe(isolation: isolation) { self.draw(self.measure { screen(self.size) }) }
    defer { drawing.cancel() }

    for await event in events {
      let isFrameDue = isFrameDue
      switch event {
      case .interrupted(let signal): return .interrupted(signal)
      // Nothing that is tracked has changed.
      case .resize, .resumed: draw(measure { screen(size) })
      case .key, .paste: break
      }
      if case .quit? = measure({ command(event) }) { return .quit }
      // Events that wait are taken without a suspension, so the screen and the actor's other jobs get a turn with each
      // frame.
      if isFrameDue, hasEvents { await Task.yield() }
    }
    return .quit
  }
}
