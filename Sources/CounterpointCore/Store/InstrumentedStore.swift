@_spi(Internals) import CounterpointSupport
package import DependencyInjection

/// The root of a feature tree whose effects are run by a scheduler, for test stores.
///
/// It checks no isolation: its owner must serialize the access.
package final class InstrumentedStore<State, Action> {
  private let core: RootCore<State, Action>

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: Creates the initial state. Runs with the dependencies, after `reducer`.
  ///   - reducer: Creates the reducer. Runs with the dependencies.
  ///   - dependencies: The dependencies of each reduction, until they are changed.
  ///   - instruments: Observe each reduction, in this order.
  ///   - scheduler: Runs the effects.
  package init<R: Reducer<State, Action>>(
    state: () -> State,
    reducer: () -> R,
    dependencies: DependencyValues,
    instruments: [any StoreInstrument<State, Action>],
    scheduler: any EffectScheduler
  ) {
    core = RootCore(
      state: { dependencies.run(state) },
      reducer: dependencies.run(reducer),
      dependencies: dependencies,
      actor: nil,
      instrumentation: StoreInstrumentation(instruments: instruments, scheduler: scheduler)
    )
    for instrument in instruments {
      if let effects = instrument.effects { core.hub.attach(effects) }
      instrument.attached(to: StoreControl(core))
    }
  }

  /// Mounts the features of the initial state, and handles the actions that this sends synchronously. No task of an
  /// effect has begun on return.
  package func mount(from origin: SendOrigin) {
    core.mount(from: origin)
  }

  /// Handles an action and all actions that it sends synchronously. No task of its effects has begun on return.
  package func send(_ action: Action, from origin: SendOrigin) -> InstrumentedTask {
    core.origin = origin
    defer { core.origin = nil }
    return InstrumentedTask(scope: core.send(action, at: origin.location))
  }

  /// Reads the current state.
  package func withState<Value>(_ body: (State) throws -> Value) rethrows -> Value {
    try core.read(body)
  }

  /// Sets the dependencies of later reductions.
  package func use(_ dependencies: DependencyValues) {
    core.use(dependencies)
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

extension Store {
  /// Adds an instrument, which observes the reductions and the effects from now on.
  ///
  /// Only on the store's actor, and only for the store of a whole tree: the store of a child reduces nothing.
  package func attach(_ instrument: any StoreInstrument<State, Action>) {
    core.preconditionIsolated()
    guard let root = core as? RootCore<State, Action> else {
      preconditionFailure("An instrument can be attached only to the store at the root of a feature tree.")
    }
    root.attach(instrument)
  }
}
