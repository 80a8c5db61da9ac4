@_spi(Internals) import CounterpointSupport
public import DependencyInjection
public import Observation

/// Runs a feature: holds its state, reduces its actions, and runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.increment)
/// store.withState { print($0.count) }
/// ```
///
/// A store lives on the actor that creates it: the main actor in a user interface, or one actor per connection on a
/// server. It is used there, synchronously, and is not `Sendable`; a ``StoreRef`` reaches it from other actors. Its
/// effects run off that actor, and their actions are delivered to it.
///
/// `send` handles the action to its end: the reducer runs, then all actions that its effects send synchronously, in
/// order. Then observers are notified. Actions sent meanwhile wait in a FIFO queue and are never dropped.
///
/// The feature runs as long as a store of its tree exists. When the last one is released, all effects are canceled.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: StoreCore<State, Action>

  init(core: StoreCore<State, Action>) {
    self.core = core
  }

  /// Creates the store of a feature on the caller's actor.
  ///
  /// In the *default value* of a stored property or a global, the compiler knows no actor: use
  /// ``init(initialState:on:reducer:withDependencies:)`` there. An actor that owns its store writes `lazy var store =
  /// Store(initialState: …, isolation: self) { … }`; don't create it in the actor's `init`.
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - isolation: The store's actor; leave it out.
  ///   - reducer: The feature's logic. An empty closure creates a store that does nothing.
  ///   - prepare: Overrides dependencies for the lifetime of the store: for `initialState` and `reducer`, which are
  ///     evaluated once, for each reduction and for the effects. Without it, the current dependencies are used.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    isolation: isolated (any Actor) = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((_ values: inout DependencyValues) -> Void)? = nil
  ) {
    self.init(core: RootCore(initialState, reducer, prepare, actor: isolation))
  }

  /// Creates the store of a feature on a given actor, where the compiler knows none.
  ///
  /// ```swift
  /// @MainActor final class Screen {
  ///   let store = Store(initialState: Counter.State(), on: MainActor.shared) { Counter() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The initial state.
  ///   - actor: The store's actor. The store can be used only there.
  ///   - reducer: The feature's logic.
  ///   - prepare: Overrides dependencies for the lifetime of the store.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    on actor: any Actor,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((_ values: inout DependencyValues) -> Void)? = nil
  ) {
    self.init(core: RootCore(initialState, reducer, prepare, actor: actor))
  }

  /// Sends an action, and handles it with all actions that its effects send synchronously.
  ///
  /// On return the state is settled and observers have been notified. If the store is busy (an observer sends), the
  /// action waits until the current one has been handled. The returned task is then empty, because the effects belong
  /// to the current `send`. Sending from inside a reducer works the same way, but is reported as an issue.
  ///
  /// Only on the store's actor. Elsewhere the program stops with a message.
  ///
  /// - Parameter action: The action.
  /// - Returns: The effects that the action started, to await or cancel them.
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    core.preconditionIsolated()
    return StoreTask(
      core.send(action, at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
    )
  }

  /// Reads the state without observing it.
  ///
  /// Only on the store's actor, and not while its reducer runs. An action that `body` sends is reported as an issue,
  /// and handled when `withState` returns.
  ///
  /// - Parameter body: Receives the state, without a copy.
  /// - Returns: The result of `body`.
  public func withState<Value>(_ body: (_ state: State) throws -> Value) rethrows -> Value {
    core.preconditionIsolated()
    return try core.lend(body)
  }

  /// Reads a field of the state without observing it: `store.withState(\.count)`.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public func withState<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    withState { $0[keyPath: keyPath] }
  }

  /// The states of the store: the current one, then each settled state.
  ///
  /// ```swift
  /// for await count in store.states.count { … }
  /// ```
  ///
  /// Iterate it on the store's actor. A slow loop skips states but always receives the newest. See ``StateSequence``.
  public var states: StateSequence<State> {
    StateSequence(hub: core.hub, read: { self.core.read { $0 } }, isDuplicate: { _, _ in false })
  }
}

/// The store of a feature: `StoreOf<Counter>` is `Store<Counter.State, Counter.Action>`.
public typealias StoreOf<R: _ReducerDomain> = Store<R.State, R.Action>

extension Store: Hashable, Identifiable {
  /// Returns whether two references are to the same store.
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: CustomDebugStringConvertible {
  /// `StoreOf<Feature>` if the state and the action are those of a feature, otherwise both types. The store of an
  /// optional child is a `StoreOf<Feature?>` or a `PresentationStoreOf<Feature>`, that of a list or a stack an
  /// `IdentifiedStoreOf<Row>` or a `StackStoreOf<Path>`.
  public nonisolated var debugDescription: String {
    storeName(state: State.self, action: Action.self)
  }
}

extension Store: Observable {}

extension Store where State: ObservableState {
  /// The state. Reading it tracks its identity, and reading a field tracks the field.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public var state: State {
    core.hub.preconditionIsolated()
    core.track()
    return core.read { $0 }
  }

  /// A tracked property of the state.
  ///
  /// ```swift
  /// withObservationTracking { print(store.count) } onChange: { … }
  /// ```
  ///
  /// Observers are notified once the store has settled in a state in which the property has changed.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    // Inlinable, because the compiler then knows the key path at the call, and reads the property directly.
    @inlinable
    get {
      let (state, outer) = core.beginRead()
      defer { core.endRead(outer) }
      guard let state else { return core.readInPassing { $0.lend { $0[keyPath: keyPath] } } }
      return state.lend { $0[keyPath: keyPath] }
    }
  }
}

/// The effects that an action started, and transitively those of the actions that they send.
///
/// ```swift
/// await store.send(.refresh).finish()
/// ```
///
/// Safe to use from any thread.
public struct StoreTask: Sendable {
  private let scope: EffectScope?

  init(_ scope: EffectScope?) {
    self.scope = scope
  }

  /// Cancels all the effects. Does nothing if there are none.
  public func cancel() {
    scope?.cancel()
  }

  /// Waits until all effects have ended. Returns at once if there are none.
  ///
  /// If the waiting task is canceled, the effects are canceled too, and are still awaited.
  public func finish() async {
    guard let scope else { return }
    await withTaskCancellationHandler {
      await scope.settle()
    } onCancel: {
      scope.cancel()
    }
  }

  /// Whether the effects were canceled; also `true` if the action started none.
  public var isCancelled: Bool {
    scope?.isCancelled ?? true
  }
}

extension StoreTask: Hashable {
  /// Returns whether both are the same task.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.scope === rhs.scope
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scope.map(ObjectIdentifier.init))
  }
}
