import CaseKeyPaths
@testable import CounterpointCore
import Observation
import Testing

/// Law 12: an untracked read leaves nothing behind, and a tracked read is detected.
@MainActor
@Suite struct UntrackedReadTests {
  @Test func aTrackedReadIsDetected() {
    let observers = FieldObservers()
    #expect(!observers.isTracked(0))
    #expect(!observers.isObserved(0))
    withObservationTracking {
      #expect(observers.isTracked(0))
      #expect(observers.isTracked(70))
      // A repeated read is tracked too.
      #expect(observers.isTracked(0))
      #expect(!withoutTracking { observers.isTracked(1) })
    } onChange: {
    }
    #expect(observers.isObserved(0))
    #expect(!observers.isObserved(1))
    #expect(!observers.isTracked(0))
  }

  @Test func aRecordedReadIsNotTracked() {
    let observers = FieldObservers()
    recordingReads { #expect(!observers.isTracked(3)) }
    #expect(observers.isObserved(3))
    #expect(!observers.isObserved(0))
  }

  @Test func aReadOfAStoreTracksAllValuesOnItsPathOrNone() {
    let hub = tree.core.hub
    let leaf = tree.scope(\.child, action: \.child)
    #expect(leaf.withState { $0 } == 1)
    #expect(!hub.observersOfRoot.isObserved(0))
    withObservationTracking {
      leaf.core.track()
    } onChange: {
    }
    #expect(hub.observersOfRoot.isObserved(0))
  }

  private let tree = Store(initialState: Level<Counter>.State(child: 1), on: MainActor.shared) { Level(Counter()) }

  struct Counter: Reducer {
    func reduce(into state: inout Int, action: Int) -> Effect<Int> {
      state += action
      return .none
    }
  }
}
