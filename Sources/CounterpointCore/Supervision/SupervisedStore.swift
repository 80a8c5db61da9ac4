package import DependencyInjection

/// The root of a feature tree under supervision: what a test store drives.
///
/// It lives where its owner uses it and checks nothing: the owner sees to it that nobody uses it at the same time.
package final class SupervisedStore<State, Action> {
  private let core: StoreCore<State, Action>
  private let setOrigin: (SendOrigin?) -> Void
  private let setDependencies: (DependencyValues) -> Void

  /// - Parameters:
  ///   - state: Makes the state to begin with. Runs with the dependencies, after `reducer`.
  ///   - reducer: Makes the reducer. Runs with the dependencies.
  ///   - dependencies: What each reduction runs with, until they are changed.
  ///   - supervisor: Sees each reduction.
  package init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: () -> R,
    dependencies: DependencyValues,
    supervisor: any StoreSupervisor<State, Action>
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

  /// Handles an action to its end, with all that it sends synchronously. No work of its effects has begun.
  package func send(_ action: Action, from origin: SendOrigin) -> SupervisedTask {
    setOrigin(origin)
    defer { setOrigin(nil) }
    let location = SourceLocation(
      fileID: origin.fileID,
      filePath: origin.filePath,
      line: origin.line,
      column: origin.column
    )
    return SupervisedTask(scope: core.send(action, at: location))
  }

  /// Reads the state as it is after all that was handled.
  package func withState<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try core.read(body)
  }

  /// Sets what each reduction runs with from now on.
  package func use(_ dependencies: DependencyValues) {
    setDependencies(dependencies)
  }
}

/// The effects of a `send`, and those of every action that these send. Safe to use from any thread.
package struct SupervisedTask: Hashable, Sendable {
  fileprivate let scope: EffectScope?

  /// Whether there was no effect to wait for.
  package var isEmpty: Bool { scope == nil }

  package var isSettled: Bool { scope?.isSettled ?? true }

  package var isCancelled: Bool { scope?.isCancelled ?? true }

  package func cancel() { scope?.cancel() }

  package static func == (left: Self, right: Self) -> Bool { left.scope === right.scope }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scope.map(ObjectIdentifier.init))
  }
}
