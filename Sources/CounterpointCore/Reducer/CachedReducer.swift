import CounterpointThreadLocals

/// A reducer at its path in a store, with its cached body. The body is evaluated for the first action that arrives
/// there.
///
/// A body contains many case key paths, each of which takes microseconds to create. Evaluating the bodies for each
/// action at each level of a tree was most of an action's cost. Evaluation is lazy because a feature may contain
/// itself.
///
/// Not `Sendable`, and neither are the reducers that contain one: it belongs to one store, or to several on one
/// actor.
@usableFromInline
final class CachedReducer<State, Action>: ReducerBodyCache {
  @usableFromInline typealias Reduction = (inout State, Action) -> Effect<Action>

  /// The reducer's own `reduce(into:action:)`.
  private let reducer: Reduction

  /// The reduction of later actions. `owner` retains it.
  // Unchecked exclusivity, because each access ends before a reducer runs, and every level of a tree reads it per
  // action.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var cached: Unretained<CachedReduction<State, Action>>?
  private var owner: CachedReduction<State, Action>?

  /// Creates the cache of a reducer's body.
  @usableFromInline
  init<R: Reducer<State, Action>>(_ reducer: R) {
    self.reducer = { state, action in reducer.reduce(into: &state, action: action) }
    super.init(of: R.self)
  }

  /// Discards the cached body: the next action evaluates it again. Must not be called while an action runs here.
  func discardBody() {
    cached = nil
    owner = nil
  }

  /// Changes the state for one action.
  @inlinable @inline(__always)
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let cached else { return reduceFirst(into: &state, action: action) }
    // It can't be released meanwhile, because it is set once and discarded only while no action runs.
    return cached.use { $0.reduction(&state, action) }
  }

  /// Changes the state for the first action. If the reducer has no `reduce(into:action:)` of its own, the protocol's
  /// implementation caches the body here. If the reducer has both, its own function is cached.
  // Not inlined, because it runs once and would enlarge the inlined fast path.
  @usableFromInline
  @inline(never)
  func reduceFirst(into state: inout State, action: Action) -> Effect<Action> {
    let effect = awaitingBody { reducer(&state, action) }
    if owner == nil { cache(reducer) }
    return effect
  }

  /// Caches the reduction of the body. Only the first call has an effect.
  @usableFromInline
  func cache(_ reduction: @escaping Reduction) {
    guard owner == nil else { return }
    let reduction = CachedReduction(reduction)
    owner = reduction
    cached = Unretained(reduction)
  }

  /// Removes and returns the cache that awaits the body of a reducer type on this thread; `nil` if there is none.
  @usableFromInline
  static func takeAwaiting<R: Reducer<State, Action>>(bodyOf type: R.Type) -> CachedReducer? {
    // A cache for a reducer type has that reducer's state and action.
    takeAwaiting(bodyOfType: type).map { uncheckedDowncast($0) }
  }
}

/// The reduction of a reducer's body. An immutable object of its own, so that running it needs no retain.
@usableFromInline
final class CachedReduction<State, Action> {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>

  init(_ reduction: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduction = reduction
  }
}

/// The common superclass of all body caches.
@usableFromInline
class ReducerBodyCache {
  private let reducer: ObjectIdentifier

  fileprivate init(of reducer: any Reducer.Type) {
    self.reducer = ObjectIdentifier(reducer)
  }

  /// Calls a function that runs the reducer, and awaits the reducer's body on this thread meanwhile.
  fileprivate func awaitingBody<Result>(_ body: () -> Result) -> Result {
    withExtendedLifetime(self) {
      let outer = counterpoint_exchange_body_cache(Unretained(self).word)
      defer { _ = counterpoint_exchange_body_cache(outer) }
      return body()
    }
  }

  /// Removes and returns the cache that awaits the body of a reducer type on this thread.
  fileprivate static func takeAwaiting(bodyOfType reducer: any Reducer.Type) -> ReducerBodyCache? {
    // `awaitingBody` retains the object meanwhile.
    guard let cache = Unretained<ReducerBodyCache>(word: counterpoint_get_body_cache())?.object else { return nil }
    // Another type: the awaited reducer has its own `reduce(into:action:)`, which runs this one.
    guard cache.reducer == ObjectIdentifier(reducer) else { return nil }
    _ = counterpoint_exchange_body_cache(0)
    return cache
  }
}

/// A reducer that another one runs, with its cached body if it has one.
@usableFromInline
struct InnerReducer<Base: Reducer> {
  @usableFromInline let base: Base
  @usableFromInline let cache: CachedReducer<Base.State, Base.Action>?

  @usableFromInline
  init(_ base: Base) {
    self.base = base
    if Base.Body.self != Never.self {
      cache = CachedReducer(base)
    } else {
      cache = (Base.self as? any OptionalReducer.Type)?.bodyCache(of: base) as? CachedReducer<Base.State, Base.Action>
    }
  }

  /// Changes the state for one action.
  @inlinable @inline(__always)
  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if let cache { return cache.reduce(into: &state, action: action) }
    return base.reduce(into: &state, action: action)
  }
}

/// An optional reducer: an `if` without an `else`. It has no body itself; the wrapped reducer may have one.
private protocol OptionalReducer {
  /// Returns the body cache of the wrapped reducer; `nil` if there is no reducer.
  static func bodyCache(of optional: Any) -> AnyObject?
}

extension Optional: OptionalReducer where Wrapped: Reducer {
  fileprivate static func bodyCache(of optional: Any) -> AnyObject? {
    (optional as? Wrapped).map { CachedReducer($0) }
  }
}
