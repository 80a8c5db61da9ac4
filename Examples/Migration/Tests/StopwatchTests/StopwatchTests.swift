import ComposableArchitecture
import Testing

@testable import Stopwatch

/// The tests as they were written for the Composable Architecture.
@MainActor
struct StopwatchTests {
  init() {
    uncheckedUseMainSerialExecutor = true
  }

  @Test
  func ticks() async {
    await withMainSerialExecutor {
      let clock = TestClock()
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = clock
      }

      await store.send(.startStopButtonTapped) { $0.isRunning = true }
      await clock.advance(by: .seconds(2))
      await store.receive(\.ticked) { $0.seconds = 1 }
      await store.receive(\.ticked) { $0.seconds = 2 }
      await store.send(.startStopButtonTapped) { $0.isRunning = false }
    }
  }

  @Test
  func lapsAreNotedAndCleared() async {
    var initialState = Stopwatch.State()
    initialState.seconds = 12
    let store = TestStore(initialState: initialState) {
      Stopwatch()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.lapButtonTapped) {
      $0.laps = [Lap.State(id: UUID(0), seconds: 12)]
      $0.$bestLap.withLock { $0 = 12 }
    }
    await store.send(\.laps[id: UUID(0)].binding.note, "downhill") {
      $0.laps[id: UUID(0)]?.note = "downhill"
    }
    await store.send(.clearButtonTapped) {
      $0.alert = AlertState {
        TextState("Remove all laps?")
      } actions: {
        ButtonState(role: .destructive, action: .clearConfirmed) { TextState("Remove") }
        ButtonState(role: .cancel) { TextState("Cancel") }
      }
    }
    await store.send(\.alert.clearConfirmed) {
      $0.alert = nil
      $0.laps = []
    }
  }

  @Test
  func aStoreOnScreenAnimates() {
    let store = Store(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    store.send(.lapButtonTapped, animation: .easeInOut)
    #expect(store.laps.count == 1)
  }

  @Test
  func valuesCrossConcurrencyDomains() async {
    final class Calendar { var name = "Gregorian" }
    let calendar = UncheckedSendable(Calendar())
    let name = await Task.detached { calendar.value.name + calendar.name }.value
    #expect(name == "GregorianGregorian")
    #expect(AnyHashableSendable("id") == AnyHashableSendable("id"))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
  }
}
