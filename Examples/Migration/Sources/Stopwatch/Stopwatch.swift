import ComposableArchitecture

/// A stopwatch with laps, as it was written for the Composable Architecture.
@Reducer
struct Stopwatch {
  @ObservableState
  struct State: Equatable {
    var seconds = 0
    var isRunning = false
    var laps: IdentifiedArrayOf<Lap.State> = []
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.inMemory("best-lap")) var bestLap: Int?
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case clearButtonTapped
    case lapButtonTapped
    case laps(IdentifiedActionOf<Lap>)
    case startStopButtonTapped
    case ticked

    @CasePathable
    enum Alert: Equatable, Sendable {
      case clearConfirmed
    }
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.clearConfirmed)):
        state.laps.removeAll()
        return .none

      case .alert:
        return .none

      case .clearButtonTapped:
        state.alert = AlertState {
          TextState("Remove all laps?")
        } actions: {
          ButtonState(role: .destructive, action: .clearConfirmed) { TextState("Remove") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        }
        return .none

      case .lapButtonTapped:
        let seconds = state.seconds - state.laps.reduce(0) { $0 + $1.seconds }
        state.laps.append(Lap.State(id: uuid(), seconds: seconds))
        state.$bestLap.withLock { $0 = min($0 ?? seconds, seconds) }
        return .none

      case .laps:
        return .none

      case .startStopButtonTapped:
        state.isRunning.toggle()
        guard state.isRunning else { return .cancel(id: AnyHashableSendable(CancelID.timer)) }
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.ticked, animation: .default)
          }
        }
        .cancellable(id: AnyHashableSendable(CancelID.timer))

      case .ticked:
        state.seconds += 1
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .forEach(\.laps, action: \.laps) { Lap() }
  }
}
