import Counterpoint
import CounterpointTesting
import Testing

// The code of the guide "Test a timer", to the letter.

@Reducer
struct EggTimer {
  @ObservableState
  struct State: Equatable {
    var isRinging = false
    var seconds = 3
  }

  enum Action {
    case startTapped
    case stopTapped
    case ticked
  }

  nonisolated enum TimerID { case egg }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startTapped:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: TimerID.egg, cancelInFlight: true)

      case .stopTapped:
        return .cancel(id: TimerID.egg)

      case .ticked:
        state.seconds -= 1
        guard state.seconds == 0 else { return .none }
        state.isRinging = true
        return .cancel(id: TimerID.egg)
      }
    }
  }
}

@Test func theTimerRings() async {
  let clock = TestClock()
  let store = TestStore(initialState: EggTimer.State(seconds: 2)) {
    EggTimer()
  } withDependencies: {
    $0.continuousClock = clock
  }

  await store.send(.startTapped)
  await clock.advance(by: .seconds(1))
  await store.receive(\.ticked) { $0.seconds = 1 }
  await clock.advance(by: .seconds(1))
  await store.receive(\.ticked) {
    $0.seconds = 0
    $0.isRinging = true
  }
}

@Test func theTimerCanBeStopped() async {
  let clock = TestClock()
  let store = TestStore(initialState: EggTimer.State(seconds: 60)) {
    EggTimer()
  } withDependencies: {
    $0.continuousClock = clock
  }

  await store.send(.startTapped)
  await clock.advance(by: .milliseconds(999))
  await store.send(.stopTapped)
  await clock.advance(by: .seconds(60))
}

@Test func threeTicksAtOnce() async {
  let clock = TestClock()
  let store = TestStore(initialState: EggTimer.State(seconds: 3)) {
    EggTimer()
  } withDependencies: {
    $0.continuousClock = clock
  }

  await store.send(.startTapped)
  await clock.advance(by: .seconds(3))
  await store.receive(\.ticked) { $0.seconds = 2 }
  await store.receive(\.ticked) { $0.seconds = 1 }
  await store.receive(\.ticked) {
    $0.seconds = 0
    $0.isRinging = true
  }
}

@Reducer
struct Greeting {
  @ObservableState
  struct State: Equatable {
    var isShown = false
  }

  enum Action {
    case appeared
    case waited
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(2))
          await send(.waited)
        }
      case .waited:
        state.isShown = true
        return .none
      }
    }
  }
}

@Test func theGreetingIsShown() async {
  let store = TestStore(initialState: Greeting.State()) {
    Greeting()
  } withDependencies: {
    $0.continuousClock = ImmediateClock()
  }

  await store.send(.appeared)
  await store.receive(\.waited) { $0.isShown = true }
}
