import Counterpoint
import CounterpointTerminal
import CounterpointTesting
import GalleryTerminal
import Testing

/// The work advances on a clock that the test controls.
@MainActor
@Suite struct WorkTests {
  @Test func eachTickIsAStep() async {
    let clock = TestClock()
    let store = TestStore(initialState: Work.State(total: 2)) {
      Work()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.spinner = Spinner() }
    await clock.advance(by: Spinner.interval)
    await store.receive(.ticked) {
      $0.done = 1
      $0.spinner?.advance()
      $0.log = ["work: step 1 of 2"]
    }
    await clock.advance(by: Spinner.interval)
    await store.receive(.ticked) {
      $0.done = 2
      $0.spinner = nil
      $0.log = ["work: step 1 of 2", "work: step 2 of 2"]
    }
  }

  @Test func stoppingEndsTheWork() async {
    let clock = TestClock()
    let store = TestStore(initialState: Work.State()) {
      Work()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.spinner = Spinner() }
    await store.send(.stopButtonTapped) { $0.spinner = nil }
    await clock.advance(by: .seconds(1))
  }
}
