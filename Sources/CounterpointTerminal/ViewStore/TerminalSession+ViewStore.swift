public import CounterpointCore

extension TerminalSession {
  /// Shows a view store on the terminal, and sends it what the user does, until they quit.
  ///
  /// Each new state is drawn as soon as the store has settled in it, at most 60 times a second: the events that wait
  /// are handled before the next screen is made. `screen` is a pure function, so what it draws can be tested without a
  /// terminal. Runs on the view store's actor.
  ///
  /// ```swift
  /// let session = try TerminalSession()
  /// defer { session.close() }
  /// await session.run(store.view) { state, size in
  ///   ["Count: \(state.count)", "↑ more   q quit"]
  /// } command: { state, event in
  ///   switch event {
  ///   case .key(.up): .send(.increment)
  ///   case .key("q"): .quit
  ///   default: nil
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - viewStore: What to show.
  ///   - screen: Makes the screen of a state for a size.
  ///   - command: Says what an event means in a state; `nil` if it means nothing.
  /// - Returns: Why it ended. The session is still open unless it ended by itself.
  public nonisolated(nonsending) func run<ViewState, ViewAction>(
    _ viewStore: ViewStore<ViewState, ViewAction>,
    screen: @escaping (_ state: ViewState, _ size: TerminalSize) -> Screen,
    command: (_ state: ViewState, _ event: TerminalEvent) -> TerminalCommand<ViewAction>?
  ) async -> TerminalExit {
    var isOutdated = false
    let drawing = viewStore.observe { state in
      isOutdated = self.isBehind
      if !isOutdated { self.draw(self.measure { screen(state, self.size) }) }
    }
    defer { drawing.cancel() }

    for await event in events {
      let isFrameDue = isFrameDue
      switch event {
      case .interrupted(let signal): return .interrupted(signal)
      case .resize, .resumed: isOutdated = true
      case .key, .paste: break
      }
      switch measure({ command(viewStore.state, event) }) {
      case .send(let action): viewStore.send(action)
      case .quit: return .quit
      case nil: break
      }
      if isOutdated, !isBehind {
        isOutdated = false
        draw(measure { screen(viewStore.state, size) })
      }
      // Events that wait are taken without a suspension, so the actor's other jobs get a turn with each frame.
      if isFrameDue, hasEvents { await Task.yield() }
    }
    return .quit
  }
}
