import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
import StateSharing
import Testing

@Suite struct ObservationTests {
  private func changes(of read: () -> Void, during body: () -> Void) -> Int {
    let changes = Recorder<Void>()
    withObservationTracking(read, onChange: { changes.note(()) })
    body()
    return changes.entries.count
  }

  @Test func aChangeIsObservedWhereItIsMade() {
    @Shared(value: Stats()) var stats
    let shared = $stats
    #expect(changes(of: { _ = stats }) { shared.withLock { $0.count = 1 } } == 1)
    #expect(changes(of: { _ = shared.count.wrappedValue }) { shared.withLock { $0.count = 2 } } == 1)
    #expect(
      changes(of: { _ = stats }) {
        let done = Latch()
        Thread {
          shared.withLock { $0.count = 3 }
          done.open()
        }.start()
        done.wait()
      } == 1
    )
  }

  @Test func observersMayUseTheValue() {
    @Shared(value: 1) var count
    let shared = $count
    let seen = Recorder<Int>()
    withObservationTracking({ _ = shared.wrappedValue }, onChange: { seen.note(shared.wrappedValue) })
    shared.withLock { $0 = 2 }
    #expect(seen.entries == [2])
  }

  @Test func anObserverThatTracksAgainIsNotifiedOfEachChangeOnce() {
    @Shared(value: 1) var count
    let shared = $count
    let seen = Recorder<Int>()
    @Sendable func track() {
      withObservationTracking {
        _ = shared.wrappedValue
      } onChange: {
        seen.note(shared.wrappedValue)
        track()
      }
    }
    track()
    shared.withLock { $0 = 2 }
    shared.withLock { $0 = 3 }
    #expect(seen.entries == [2, 3])
  }

  @Test func aChangeToAnEqualValueIsNotObserved() {
    @Shared(value: 1) var count
    let shared = $count
    #expect(changes(of: { _ = shared.wrappedValue }) { shared.withLock { $0 += 0 } } == 0)
    #expect(changes(of: { _ = shared.wrappedValue }) { shared.withLock { $0 += 1 } } == 1)
    // The change of a closure that can throw is made on a copy, so the comparison needs no extra copy.
    @Shared(value: "a") var text
    let name = $text
    #expect(changes(of: { _ = name.wrappedValue }) { try? name.withLock { text throws in text += "" } } == 0)
    #expect(changes(of: { _ = name.wrappedValue }) { try? name.withLock { text throws in text += "b" } } == 1)
  }

  @Test func aTransactionWithAnEqualValueIsNotObserved() async throws {
    let folder = try Folder()
    await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var names: [String] = []
      let shared = $names
      #expect(changes(of: { _ = shared.wrappedValue }) { shared.withLock { $0.append("a") } } == 1)
      #expect(changes(of: { _ = shared.wrappedValue }) { shared.withLock { $0 = ["a"] } } == 0)
    }
  }

  @Test func aChangeThatFailsIsNotObserved() {
    @Shared(value: 1) var count
    let shared = $count
    #expect(
      changes(of: { _ = shared.wrappedValue }) {
        try? shared.withLock { count in
          count = 2
          throw Failure()
        }
      } == 0
    )
  }

  @Test func aReplacedReferenceIsObserved() {
    @Shared(value: 1) var count
    let shared = $count
    #expect(changes(of: { _ = shared.projectedValue }) { shared.projectedValue = Shared(value: 2) } == 1)
  }

  @Test func theStatusIsObservedSeparately() {
    let place = ScriptedKey<Int>.Place()
    @Shared(ScriptedKey(place)) var count = 1
    let shared = $count
    let load = place.nextLoad()
    #expect(changes(of: { _ = shared.wrappedValue }) { place.subscriber?.yieldLoading() } == 0)
    #expect(
      changes(of: { _ = shared.isLoading }) {
        load?.resume(throwing: Failure()); place.subscriber?.yield(1)
      } == 1
    )
    #expect(changes(of: { _ = shared.saveError }) { shared.withLock { $0 = 2 } } == 0)
  }
}
