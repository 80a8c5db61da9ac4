import Counterpoint
@_spi(Internals) import CounterpointInspector

extension InspectorFeature {
  private enum CancelID { case play }

  func play(_ state: inout State) -> Effect<Action> {
    state.isPlaying = true
    state.isFollowing = false
    let interval = Duration.seconds(1) / state.speed
    return .run(name: "play") { [clock] send in
      for await _ in clock.timer(interval: interval) { await send(.playTicked) }
    }
    .cancellable(id: CancelID.play, cancelInFlight: true)
  }

  func stop(_ state: inout State) -> Effect<Action> {
    guard state.isPlaying else { return .none }
    state.isPlaying = false
    return .cancel(id: CancelID.play)
  }

  /// Selects the next action. The program shows it too, if it shows an earlier moment.
  func step(_ state: inout State) -> Effect<Action> {
    let row = (state.selection ?? -1) + 1
    guard row < state.rows.count else { return stop(&state) }
    state.select(row)
    state.isFollowing = false
    guard let moment = state.selectedMoment, state.timeline.stores[moment.store]?.shown != nil else {
      return load(&state)
    }
    return .merge(load(&state), perform(.show(store: moment.store, number: moment.number), &state))
  }
}
