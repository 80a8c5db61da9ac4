import CounterpointThreadLocals

/// A reducer at its path in a store, with its cached body. The body is evaluated for the first action that arrives
/// there.
///
/// A body contains many key paths to cases, which take microseconds to create. Evaluated for each action at each
/// level of a tree, they were most of an action's cost. It is evaluated lazily because a feature may contain itself.
///
/// Not `Sendable`, and so are the reducers that hold one: it belongs to one store, or to several on one actor.
@usableFromInline
final class CachedReducer<State, Action>: ReducerBodyCache {
  @usableFromInline typealias Reduction = (inout State, Action) -> Effect<Action>

  /// The reducer's own `reduce(into:action:)`.
  private let reducer: Reduction

  /// The reduction of later actions. `owner` retains it.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var kept: Unretained<KeptReduction<State, Action>>?
  private var owner: KeptReduction<State, Action>?

  /// The cache of a reducer's body.
  @usableFromInline
  init<R: Reducer<State, Action>>(_ reducer: R) {
    self.reducer = { state, action in reducer.reduce(into: &state, action: action) }
    super.init(of: R.self)
  }

  /// Discards the cached body, so that the next action evaluates it again. Not while an action runs here.
  func forgetBody() {
    kept = nil
    owner = nil
  }

  /// Changes the state for one action.
  @inlinable @inline(__always)
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let kept else { return reduceFirst(into: &state, action: action) }
    // It can't be released meanwhile, because it is set once and discarded only while no action runs.
    return kept.use { $0.reduction(&state, action) }
  }

  /// Changes the state for the first action. If the reducer has no `reduce(into:action:)` of its own, the protocol's
  /// implementation caches the body here. A reducer with both runs its own.
  @usableFromInline
  @inline(never)
  func reduceFirst(into state: inout State, action: Action) -> Effect<Action> {
    let effect = waiting { reducer(&state, action) }
    if owner == nil { keep(reducer) }
    return effect
  }

  /// Caches the reduction of the body. Only the first call counts.
  @usableFromInline
  func keep(_ reduction: @escaping Reduction) {
    guard owner == nil else { return }
    let reduction = KeptReduction(reduction)
    owner = reduction
    kept = Unretained(reduction)
  }

  /// Returns the cache that waits on this thread for a body; `nil` if none does.
  @usableFromInline
  static func waiting<R: Reducer<State, Action>>(for type: R.Type) -> CachedReducer? {
    // A cache for a reducer type has that reducer's state and action.
    takeWaiting(for: type).map { uncheckedDowncast($0) }
  }
}

/// The reduction of a reducer's body. In an immutable object of its own, so that running it needs no retain.
@usableFromInline
final class KeptReduction<State, Action> {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>

  init(_ reduction: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduction = reduction
  }
}

/// The common base of all body caches.
@usableFromInline
class ReducerBodyCache {
  private let reducer: ObjectIdentifier

  fileprivate init(of reducer: any Reducer.Type) {
    self.reducer = ObjectIdentifier(reducer)
  }

  /// Waits on this thread for the body of the reducer that `body` runs.
  fileprivate func waiting<Result>(_ body: () -> Result) -> Result {
    withExtendedLifetime(self) {
      let outer = counterpoint_exchange_body_keeper(Unretained(self).word)
      defer { _ = counterpoint_exchange_body_keeper(outer) }
      return body()
    }
  }

  /// Removes and returns the cache that waits on this thread for the body of a reducer type.
  fileprivate static func takeWaiting(for reducer: any Reducer.Type) -> ReducerBodyCache? {
    // `waiting` retains the object meanwhile.
    guard let keeper = Unretained<ReducerBodyCache>(word: counterpoint_get_body_keeper())?.object else { return nil }
    // Another type: the reducer of the waiting cache has its own `reduce(into:action:)`, which runs this one.
    guard keeper.reducer == ObjectIdentifier(reducer) else { return nil }
    _ = counterpoint_exchange_body_keeper(0)
    return keeper
  }
}
