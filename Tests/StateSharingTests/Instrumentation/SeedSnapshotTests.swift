import CounterpointTestSupport
import CustomDump
import DependencyInjection
import Foundation
@_spi(Internals) import StateSharing
import Testing

/// Seed 000 from "how to test shared state" on: how a reference gets values before and after a change. The names
/// quote its steps; the rows are those of `contract/sharing.md` §4.5.
@Suite struct SeedSnapshotTests {
  /// A value that knows whether other references to it exist.
  private struct Watched: Equatable, Sendable {
    final class Buffer: Equatable, Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
      static func == (left: Buffer, right: Buffer) -> Bool { left.number == right.number }
    }
    var buffer = Buffer(0)
  }

  private let tracker = SharedChangeTracker(reportUnassertedChanges: false)

  //
  @Test func itShouldOnlyBePopulatedAndUsedInTests() {
    @Shared(value: Watched()) var watched
    weak let live = watched.buffer
    $watched.withLock { $0.buffer = Watched.Buffer(1) }
    #expect(live == nil)

    weak let tracked = watched.buffer
    tracker.track { $watched.withLock { $0.buffer = Watched.Buffer(2) } }
    #expect(tracked != nil)
    tracker.reset()
    #expect(tracked == nil)
  }

  //
  @Test func weNeedToBeAbleToTapIntoTheGetAndSet() {
    @Shared(value: Stats()) var stats
    $stats.label.withLock { $0 = "before" }
    let count = $stats.count
    let label = Shared($stats.label)
    tracker.track { $stats.withLock { $0.increment() } }
    tracker.assert {
      #expect(stats.count == 0 && count.wrappedValue == 0)
      count.withLock { $0 = 7 }
      #expect(stats.count == 7 && count.wrappedValue == 7)
      label?.withLock { $0 = "expected" }
      #expect(stats.label == "expected" && label?.wrappedValue == "expected")
    }
    #expect(stats.count == 1 && count.wrappedValue == 1)
    #expect(stats.label == "before" && label?.wrappedValue == "before")
  }

  //
  @Test func globalsDontRespectLexicalScopesAndTaskLocalsDo() async {
    @Shared(value: 0) var count
    tracker.track { $count.withLock { $0 = 1 } }
    tracker.assert {
      #expect(count == 0)
      // A thread does not inherit the assertion, so it reads and changes the live value. A global assertion would fail
      // here.
      let (seen, other) = (Recorder<Int>(), $count)
      let thread = DispatchQueue(label: "other")
      thread.sync {}
      let group = DispatchGroup()
      thread.async(group: group) { seen.note(other.wrappedValue) }
      group.wait()
      #expect(seen.entries == [1])
      #expect(count == 0)
    }
    #expect(count == 1)
  }

  //
  @Test func weShouldNotMakeMutationsToTheCurrentValueButRatherTheSnapshot() {
    @Shared(value: 0) var count
    tracker.track { $count.withLock { $0 = 1 } }
    tracker.assert { $count.withLock { $0 = 5 } }
    #expect(count == 1)
    tracker.assert { #expect(count == 5) }
  }

  //
  @Test func weWantToSnapshotTheCurrentValueOnlyForTheFirstMutation() {
    @Shared(value: 0) var count
    tracker.track {
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 2 }
      $count.withLock { $0 = 3 }
    }
    tracker.assert { #expect(count == 0) }
    tracker.reset()
    tracker.track { $count.withLock { $0 = 4 } }
    tracker.assert { #expect(count == 3) }
  }

  //
  @Test func equalityIsBetweenTheSnapshotAndTheCurrentValueAndOtherwiseJustTheCurrentValue() {
    @Shared(value: 0) var count
    let copy = $count
    #expect($count == copy)
    tracker.track { $count.withLock { $0 = 1 } }
    #expect($count == copy)
    tracker.assert {
      #expect($count != copy)
      $count.withLock { $0 = 1 }
      #expect($count == copy)
      $count.withLock { $0 = 0 }
      #expect($count != copy)
    }
    #expect($count == copy)
  }

  //
  @Test func weCanCoalesceTheSnapshotToTheCurrentValue() {
    @Shared(value: 0) var count
    tracker.assert { #expect($count == $count) }
    #expect(!tracker.hasChanges)
  }

  //
  @Test func noNeedToSquirrelAwayTheSnapshotIfWeArentTrackingChanges() {
    @Shared(value: Watched()) var watched
    tracker.track { $watched.withLock { $0.buffer = Watched.Buffer(1) } }
    tracker.reset()
    weak let after = watched.buffer
    $watched.withLock { $0.buffer = Watched.Buffer(2) }
    #expect(after == nil)
    #expect(!tracker.hasChanges)
  }
}
