import CounterpointCore

extension TerminalSession {
  /// Shows what stores hold, and does what the user does, until they quit.
  ///
  /// Whatever `screen` reads is tracked: fields of stores, bindings, other `Observable` objects. When something of it has changed,
  /// the screen is drawn again on a later turn of the actor, however many changes there were before it, and at most 60 times a
  /// second: the events that wait are handled first. Use it where a program is made of screens with stores and bindings; one
  /// whose whole screen is the state of a `ViewStore` is run by ``run(_:screen:command:)``.
  ///
  /// ```swift
  /// let app = AppScreen(store: store)
  /// let exit = await session.run { app.screen(size: $0) } command: { app.command(for: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The stores' actor; leave it out.
  ///   - screen: Makes the screen for a size.
  ///   - command: Does what an event means, and says whether to leave.
  /// - Returns: Why it ended. The session is still open unless it ended by itself.
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
