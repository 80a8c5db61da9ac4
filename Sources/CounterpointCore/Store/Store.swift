public import DependencyInjection

/// Runs a feature: holds its state, reduces its actions, and runs its effects.
///
/// ```swift
/// let store = Store(initialState: Counter.State()) { Counter() }
/// store.send(.increment)
/// store.withState { print($0.count) }
/// ```
///
/// A store lives on the actor that made it: the main actor in a user interface, an actor of its own for each connection on
/// a server. It is used there, synchronously, and is not `Sendable`; elsewhere a ``StoreRef`` reaches it. Its effects run
/// off that actor and come home to it.
///
/// Sending handles the action to its end: the reducer runs, then everything that its effects send synchronously, in
/// order; then observers are told. Actions sent meanwhile wait in a queue and are never dropped.
///
/// The feature runs as long as any store of its tree exists. When the last one goes, all its effects are cancelled.
@dynamicMemberLookup
public final class Store<State, Action> {
  @usableFromInline let core: StoreCore<State, Action>

  init(core: StoreCore<State, Action>) {
    self.core = core
  }

  /// Makes the store of a feature, on the caller's actor.
  ///
  /// Where a *default value* is written (a stored property of a class, a global) the compiler knows no actor: use
  /// ``init(initialState:on:reducer:withDependencies:)`` there. An actor that owns its store writes
  /// `lazy var store = Store(initialState: …, isolation: self) { … }`; don't make it in the actor's `init`.
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - isolation: The actor that the store lives on; leave it out.
  ///   - reducer: The feature's logic. An empty closure makes a store that does nothing.
  ///   - prepare: Overrides dependencies for the life of the store: for `initialState` and `reducer`, which are evaluated
  ///     once, for each reduction and for the effects. Without it they are those that are current here.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    isolation: isolated (any Actor) = #isolation,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((_ values: inout DependencyValues) -> Void)? = nil
  ) {
    self.init(core: RootCore(initialState, reducer, prepare, actor: isolation))
  }

  /// Makes the store of a feature on an actor that is named, for places where the compiler knows none.
  ///
  /// ```swift
  /// @MainActor final class Screen {
  ///   let store = Store(initialState: Counter.State(), on: MainActor.shared) { Counter() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The state to begin with.
  ///   - actor: The actor that the store lives on. The store can be used there only.
  ///   - reducer: The feature's logic.
  ///   - prepare: Overrides dependencies for the life of the store.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    on actor: any Actor,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: ((_ values: inout DependencyValues) -> Void)? = nil
  ) {
    self.init(core: RootCore(initialState, reducer, prepare, actor: actor))
  }

  /// Sends an action, and handles it to its end with everything that its effects send synchronously.
  ///
  /// On return the state is settled and observers have been told. While the store is busy (an observer sends) the action
  /// waits until the current one has been handled, and the returned task is empty: its effects belong to the `send` that
  /// is under way. Sending from inside a reducer works the same but is reported as an issue.
  ///
  /// Only on the store's actor; elsewhere the program stops and says so.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - fileID: The place of this call, for issues.
  ///   - filePath: The place of this call, for issues.
  ///   - line: The place of this call, for issues.
  ///   - column: The place of this call, for issues.
  /// - Returns: The effects that the action started, to wait for them or to cancel them.
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

  /// Reads the state, without being told when it changes.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  ///
  /// - Parameter body: Receives the state: a copy of its value, which shares the storage of arrays, strings and the like.
  /// - Returns: What `body` returns.
  public func withState<Value>(_ body: (_ state: State) throws -> Value) rethrows -> Value {
    core.preconditionIsolated()
    return try core.read(body)
  }

  /// Reads a field of the state, without being told when it changes: `store.withState(\.count)`.
  ///
  /// Only on the store's actor, and not while its reducer runs.
  public func withState<Value>(_ keyPath: KeyPath<State, Value>) -> Value {
    withState { $0[keyPath: keyPath] }
  }

  /// The states of the store: first the current one, then each that it settles in.
  ///
  /// ```swift
  /// for await count in store.states.count { … }
  /// ```
  ///
  /// Iterate it on the store's actor. A slow loop skips states but always gets the newest. See ``StateSequence``.
  public var states: StateSequence<State> {
    StateSequence(hub: core.hub, read: { self.core.read { $0 } }, isDuplicate: { _, _ in false })
  }
}

/// The store of a feature: `StoreOf<Counter>` is `Store<Counter.State, Counter.Action>`.
public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension Store: Hashable, Identifiable {
  /// Whether two references are to the same store.
  public nonisolated static func == (lhs: Store, rhs: Store) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Store: CustomDebugStringConvertible {
  /// `StoreOf<Feature>` if the state and the action are those of a feature, else both types. The store of a child that may not be
  /// there is a `StoreOf<Feature?>` or a `PresentationStoreOf<Feature>`, that of a list or a stack an `IdentifiedStoreOf<Row>` or a
  /// `StackStoreOf<Path>`.
  public nonisolated var debugDescription: String {
    storeName(state: State.self, action: Action.self)
  }
}
