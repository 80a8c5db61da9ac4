import StateSharing

/// A state that is computed from a store and from shared values, and that may contain `@Shared` wrappers.
///
/// It follows the shared values that are read during the computation, and those in wrappers. A wrapper in an old state
/// reads the newest value, so the states before and after a change compare equal. Therefore changes of contained values
/// are tracked separately. They are found by comparing the state with itself, which reads them. If the first state
/// contains no wrapper, later states are not searched.
///
/// Lives on the store's actor.
final class DerivedState<State> {
  private let computation: () -> State
  private let sources: SharedFollower
  private var contents: SharedFollower?

  /// Creates a derived state without computing it.
  ///
  /// - Parameters:
  ///   - compute: Computes the state.
  ///   - onChange: Called after a change of a shared value, once until the state is computed again. Runs on any thread,
  ///     and receives the current actor if it is known.
  init(_ compute: @escaping () -> State, onChange: @escaping @Sendable (_ actor: (any Actor)?) -> Void) {
    self.computation = compute
    self.sources = SharedFollower(onChange: onChange)
    self.contents = mayContainWrappers(State.self) ? SharedFollower(onChange: onChange) : nil
  }

  /// Whether one of the shared values has changed since the state was computed.
  var isOutdated: Bool { sources.isOutdated || contents?.isOutdated == true }

  /// Computes the state without following its shared values.
  func compute() -> State { computation() }

  /// Computes the state, and follows its shared values until the next call.
  ///
  /// - Returns: The state, and whether a contained value has changed: the state may be equal to the one before.
  func next() -> (state: State, isContentChanged: Bool) {
    let isContentChanged = contents?.isOutdated == true
    let state = sources.follow(computation)
    if let contents {
      contents.follow { withoutTracking { compareWithItself(state) } }
      if !contents.isFollowing { self.contents = nil }
    }
    return (state, isContentChanged)
  }
}

/// Returns whether values of a type may contain wrappers. Plain data contains none; other types are searched if they
/// are `Equatable`.
private func mayContainWrappers<State>(_ type: State.Type) -> Bool {
  !_isPOD(type) && type is any Equatable.Type
}

private func compareWithItself<State>(_ state: State) {
  if let type = State.self as? any Equatable.Type { compareWithItself(state, as: type) }
}

private func compareWithItself<State, Comparable: Equatable>(_ state: State, as type: Comparable.Type) {
  guard let state = state as? Comparable else { return }
  _ = state == state
}
