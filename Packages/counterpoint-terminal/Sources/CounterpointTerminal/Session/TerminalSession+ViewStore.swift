public import CounterpointCore

extension TerminalSession {
  /// Shows a view store on the terminal and sends it the user's actions, until the user quits.
  ///
  /// Each new state is drawn, at most 60 times per second. Queued events are handled before the next screen is created.
  /// `screen` is a pure function, so it can be tested without a terminal. Runs on the view store's actor.
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
  ///   - viewStore: The view store.
  ///   - screen: Creates the screen of a state for a size.
  ///   - command: Returns the command for an event in a state; `nil` to ignore the event.
  /// - Returns: The reason for the end. The caller closes the session.
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
      case .key, .paste, .mouse: break
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
      // Queued events are taken without a suspension. Yielding once per frame lets other jobs of the actor run.
      if isFrameDue, hasEvents { await Task.yield() }
    }
    return .quit
  }
}

extension TerminalSession {
  /// Runs a program whose screens read stores, until the user quits.
  ///
  /// The session observes everything that `screen` reads: fields of stores, bindings and other `Observable` objects.
  /// After a change, it draws the screen in a later job of the actor, at most 60 times per second. Queued events are
  /// handled first. For a program whose whole screen is the state of a `ViewStore`, use ``run(_:screen:command:)``.
  ///
  /// ```swift
  /// let app = AppScreen(store: store)
  /// let exit = await session.run { app.screen(size: $0) } command: { app.command(for: $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The stores' actor. Omit this argument.
  ///   - screen: Creates the screen for a size.
  ///   - command: Handles an event, and returns whether to quit.
  /// - Returns: The reason for the end. The caller closes the session.
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
      // No observed value has changed, so the screen is drawn here.
      case .resize, .resumed: draw(measure { screen(size) })
      case .key, .paste, .mouse: break
      }
      if case .quit? = measure({ command(event) }) { return .quit }
      // Queued events are taken without a suspension. Yielding once per frame lets other jobs of the actor run.
      if isFrameDue, hasEvents { await Task.yield() }
    }
    return .quit
  }
}

/// A command in response to an event.
public enum TerminalCommand<ViewAction> {
  /// Sends an action.
  case send(ViewAction)
  /// Ends the program on the terminal.
  case quit
}

extension TerminalCommand: Equatable where ViewAction: Equatable {}
extension TerminalCommand: Sendable where ViewAction: Sendable {}

/// The reason why a program on a terminal has ended.
public enum TerminalExit: Hashable, Sendable {
  /// The program has quit.
  case quit
  /// A signal arrived, Ctrl-C was pressed, or the terminal is gone.
  case interrupted(TerminalSignal)

  /// The conventional exit code: 0, or 128 plus the signal's number.
  public var code: Int32 {
    switch self {
    case .quit: 0
    case .interrupted(let signal): signal.exitCode
    }
  }
}
