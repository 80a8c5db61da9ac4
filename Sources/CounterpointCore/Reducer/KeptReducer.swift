import CounterpointThreadLocals

/// A reducer in its place in a store: its `body` is evaluated for the first action that comes there, and then kept.
///
/// A body is full of key paths to cases, which take microseconds to make: evaluated for each action at each level of a tree, they
/// were most of what an action cost. It is evaluated late because a feature may contain itself.
///
/// Not `Sendable`, and so are the reducers that hold one: it belongs to one store, or to several on one actor.
@usableFromInline
final class KeptReducer<State, Action>: BodyKeeper {
  @usableFromInline typealias Reduction = (inout State, Action) -> Effect<Action>

  /// The reducer's own `reduce(into:action:)`.
  private let reducer: Reduction

  /// What an action runs from the second on. `owner` keeps it.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var kept: Unretained<KeptReduction<State, Action>>?
  private var owner: KeptReduction<State, Action>?

  /// Keeps the body of a reducer, once it is evaluated.
  @usableFromInline
  init<R: Reducer<State, Action>>(_ reducer: R) {
    self.reducer = { state, action in reducer.reduce(into: &state, action: action) }
    super.init(of: R.self)
  }

  /// Has the body evaluated anew for the next action. Not while an action runs here.
  func forgetBody() {
    kept = nil
    owner = nil
  }

  /// Changes the state for one action.
  @inlinable @inline(__always)
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let kept else { return reduceFirst(into: &state, action: action) }
    // It can't go meanwhile: it is set once, and forgotten only while no action runs.
    return kept.use { $0.reduction(&state, action) }
  }

  /// Changes the state for the first action. If the reducer has no `reduce(into:action:)` of its own, the one of the protocol
  /// leaves the body here; a reducer that has both runs its own.
  @usableFromInline
  @inline(never)
  func reduceFirst(into state: inout State, action: Action) -> Effect<Action> {
    let effect = waiting { reducer(&state, action) }
    if owner == nil { keep(reducer) }
    return effect
  }

  /// Keeps what runs the body. Only the first counts.
  @usableFromInline
  func keep(_ reduction: @escaping Reduction) {
    guard owner == nil else { return }
    let reduction = KeptReduction(reduction)
    owner = reduction
    kept = Unretained(reduction)
  }

  /// What waits on this thread for the body of a reducer that has just been evaluated, `nil` if nothing does.
  @usableFromInline
  static func waiting<R: Reducer<State, Action>>(for type: R.Type) -> KeptReducer? {
    // A keeper for a type of reducer has that reducer's state and action.
    takeWaiting(for: type).map { proven($0) }
  }
}

/// What runs the body of a reducer. In an object of its own that never changes, so that running it needs not hold on to it.
@usableFromInline
final class KeptReduction<State, Action> {
  @usableFromInline let reduction: (inout State, Action) -> Effect<Action>

  init(_ reduction: @escaping (inout State, Action) -> Effect<Action>) {
    self.reduction = reduction
  }
}

/// What is the same for keepers of all reducers.
@usableFromInline
class BodyKeeper {
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

  /// What waits on this thread for the body of a reducer of this type; it waits no more.
  fileprivate static func takeWaiting(for reducer: any Reducer.Type) -> BodyKeeper? {
    // `waiting` keeps the object while it waits.
    guard let keeper = Unretained<BodyKeeper>(word: counterpoint_get_body_keeper())?.object else { return nil }
    // Another type: the reducer that is waited for has a `reduce(into:action:)` of its own, which runs this one.
    guard keeper.reducer == ObjectIdentifier(reducer) else { return nil }
    _ = counterpoint_exchange_body_keeper(0)
    return keeper
  }
}
