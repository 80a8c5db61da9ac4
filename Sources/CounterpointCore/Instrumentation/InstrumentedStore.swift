import CounterpointSupport
package import DependencyInjection

/// The root of a feature tree under a supervisor, for test stores.
///
/// It checks no isolation: its owner must serialize the access.
package final class InstrumentedStore<State, Action> {
  private let core: StoreCore<State, Action>
  private let setOrigin: (SendOrigin?) -> Void
  private let setDependencies: (DependencyValues) -> Void

  /// Creates a supervised store.
  ///
  /// - Parameters:
  ///   - state: Creates the initial state. Runs with the dependencies, after `reducer`.
  ///   - reducer: Creates the reducer. Runs with the dependencies.
  ///   - dependencies: The dependencies of each reduction, until they are changed.
  ///   - supervisor: Observes each reduction.
  package init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: () -> R,
    dependencies: DependencyValues,
    supervisor: any StoreInstrument<State, Action>
  ) {
    let core = RootCore(
      state: { dependencies.run(state) },
      reducer: dependencies.run(reducer),
      dependencies: dependencies,
      actor: nil,
      supervisor: supervisor
    )
    self.core = core
    self.setOrigin = { [unowned core] in core.origin = $0 }
    self.setDependencies = { [unowned core] in core.use($0) }
  }

  /// Handles an action and all actions that it sends synchronously. No task of its effects has begun on return.
  package func send(_ action: Action, from origin: SendOrigin) -> InstrumentedTask {
    setOrigin(origin)
    defer { setOrigin(nil) }
    let location = SourceLocation(
      fileID: origin.fileID,
      filePath: origin.filePath,
      line: origin.line,
      column: origin.column
    )
    return InstrumentedTask(scope: core.send(action, at: location))
  }

  /// Reads the current state.
  package func withState<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try core.read(body)
  }

  /// Sets the dependencies of later reductions.
  package func use(_ dependencies: DependencyValues) {
    setDependencies(dependencies)
  }
}

/// The effects of a `send`, and transitively those of the actions that they send. Safe to use from any thread.
package struct InstrumentedTask: Hashable, Sendable {
  fileprivate let scope: EffectScope?

  /// Whether there was no effect.
  package var isEmpty: Bool { scope == nil }

  package var isSettled: Bool { scope?.isSettled ?? true }

  package var isCancelled: Bool { scope?.isCancelled ?? true }

  package func cancel() { scope?.cancel() }

  package static func == (left: Self, right: Self) -> Bool { left.scope === right.scope }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scope.map(ObjectIdentifier.init))
  }
}
