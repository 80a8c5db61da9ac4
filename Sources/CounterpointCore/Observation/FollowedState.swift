import StateSharing

/// A state, the shared values that it is computed from, and those that it contains as wrappers.
///
/// A wrapper shows its newest value in an old state as well: after a change, the states before and after it are equal.
/// So a change of a contained value is known by itself. Contained values are found by comparing the state with itself,
/// which reads them; if the first state contains none, later ones are not searched.
///
/// Lives on the store's actor.
final class FollowedState<State> {
  private let compute: () -> State
  private let sources: SharedFollower
  private var contents: SharedFollower?

  /// Creates the state, and does not compute it yet.
  ///
  /// - Parameters:
  ///   - compute: Computes the state.
  ///   - onChange: Called after a change of one of the shared values: once, until the state is computed again. Runs on
  ///     any thread, and receives the actor that the thread is on, as far as it is known.
  init(_ compute: @escaping () -> State, onChange: @escaping @Sendable (_ actor: (any Actor)?) -> Void) {
    self.compute = compute
    self.sources = SharedFollower(onChange: onChange)
    self.contents = mayContainWrappers(State.self) ? SharedFollower(onChange: onChange) : nil
  }

  /// Whether one of the shared values has changed since the state was computed.
  var isOutdated: Bool { sources.isOutdated || contents?.isOutdated == true }

  /// Computes the state, for a look at it only: nothing is followed.
  func peek() -> State { compute() }

  /// Computes the state, and follows its shared values until the next call.
  ///
  /// - Returns: The state, and whether a contained value has changed: the state may be equal to the one before.
  func next() -> (state: State, isContentChanged: Bool) {
    let isContentChanged = contents?.isOutdated == true
    let state = sources.follow(compute)
    if let contents {
      contents.follow { withoutTracking { compareWithItself(state) } }
      if !contents.isFollowing { self.contents = nil }
    }
    return (state, isContentChanged)
  }
}

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
