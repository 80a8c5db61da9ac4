import CounterpointTestSupport
import CustomDump
import DependencyInjection
import Foundation
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import StateSharing
import Testing

/// The requirements of test stores on shared state: `contract/sharing.md` §4.3.
@Suite struct TrackerTests {
  private let tracker = SharedChangeTracker(reportUnassertedChanges: false)

  @Test func expectationsDoNotChangeLiveValues() {
    let place = ScriptedKey<Int>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    @Shared(ScriptedKey(place)) var count = 0
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    tracker.track { $count.withLock { $0 = 1 } }
    tracker.assert {
      #expect(count == 0)
      #expect($count != $count)
      $count.withLock { $0 += 1 }
      #expect($count == $count)
      $count.withLock { $0 = 77 }
    }
    #expect(count == 1)
    #expect(place.saved.entries == [1])
    #expect(seen.entries == [0, 1])
    subscription.cancel()
  }

  @Test func theFirstSnapshotCounts() {
    @Shared(value: 0) var count
    tracker.track {
      $count.withLock { $0 += 1 }
      $count.withLock { $0 += 1 }
    }
    tracker.assert {
      $count.withLock { $0 += 2 }
      #expect($count == $count)
      $count.withLock { $0 = 2 }
      #expect($count == $count)
    }
  }

  @Test func aRevertedChangeNeedsNoAssertion() {
    @Shared(value: 0) var count
    tracker.track {
      $count.withLock { $0 = 1 }
      $count.withLock { $0 = 0 }
    }
    tracker.assert { #expect($count == $count) }
  }

  @Test func onlyTrackedChangesAreRecorded() {
    @Shared(value: 0) var count
    $count.withLock { $0 = 1 }
    #expect(!tracker.hasChanges)
    tracker.track { $count.withLock { $0 = 2 } }
    #expect(tracker.hasChanges)
    tracker.reset()
    #expect(!tracker.hasChanges)
  }

  @Test func anExpectationCountsAsAChange() {
    @Shared(value: 0) var count
    tracker.assert { $count.withLock { $0 = 1 } }
    #expect(tracker.hasChanges)
    tracker.assert { #expect($count != $count) }
  }

  @Test func nestedTrackersBothRecord() {
    let other = SharedChangeTracker(reportUnassertedChanges: false)
    @Shared(value: 0) var count
    tracker.track { other.track { $count.withLock { $0 = 1 } } }
    #expect(tracker.hasChanges && other.hasChanges)
  }

  @Test func tasksAndDependenciesInheritTheTracker() async {
    @Shared(value: 0) var count
    await tracker.track { await Task { [$count] in $count.withLock { $0 = 1 } }.value }
    #expect(tracker.hasChanges)
    tracker.reset()
    withDependencies {
      tracker.track(&$0)
    } operation: {
      $count.withLock { $0 = 2 }
    }
    #expect(tracker.hasChanges)
  }

  @Test func partsReadAndWriteTheSnapshotOfTheWhole() {
    @Shared(value: Stats()) var stats
    let count = $stats.count, maximum = $stats.maximum
    tracker.track { $stats.withLock { $0.increment() } }
    tracker.assert {
      #expect(count != count)
      count.withLock { $0 += 1 }
      #expect(count == count)
      #expect(maximum != maximum)
      $stats.maximum.withLock { $0 = 1 }
      #expect($stats == $stats)
    }
  }

  @Test func equalPartsOfOneRootAreComparedOnBothSidesAsExpected() {
    struct Flags: Equatable { var a = false, b = false }
    @Shared(value: Flags()) var flags
    tracker.track { $flags.withLock { $0.a = true } }
    tracker.assert {
      #expect($flags.a != $flags.a)
      #expect($flags.a == $flags.b)
      $flags.a.withLock { $0.toggle() }
      #expect($flags.a == $flags.a)
      #expect($flags.a != $flags.b)
      #expect($flags == $flags)
    }
  }

  @Test func readersAreAlwaysLive() {
    @Shared(value: 0) var count
    let reader = SharedReader($count)
    tracker.track { $count.withLock { $0 = 1 } }
    tracker.assert { #expect(reader.wrappedValue == 1) }
  }

  @Test func aReplacedReferenceIsAChange() {
    @Shared(value: 0) var count
    tracker.track { $count = Shared(value: 77) }
    tracker.assert {
      #expect(count == 0)
      #expect($count != $count)
      $count.withLock { $0 = 77 }
      #expect($count == $count)
    }
    tracker.assert {
      $count = Shared(value: 78); #expect(count == 78)
    }
    #expect(count == 77)
  }

  @Test func differencesShowBeforeAndAfter() {
    @Shared(value: Stats()) var stats
    tracker.track { $stats.withLock { $0.increment() } }
    let difference = tracker.assert { diff($stats, $stats) } ?? ""
    #expect(difference.contains("-   count: 0") && difference.contains("+   count: 1"))
    #expect(!difference.contains("+   label"))
  }

  @Test func anUncomparedChangeIsReportedAtItsLocation() {
    @Shared(.inMemory("count")) var count = 4
    let line = UInt(#line) + 4
    let reported = issues {
      var tracker: SharedChangeTracker? = SharedChangeTracker(reportUnassertedChanges: true)
      tracker?.track {
        $count.withLock { $0 += 1 }
      }
      tracker = nil
      #expect(tracker == nil)
    }
    #expect(reported.map(\.line) == [line])
    #expect(reported.first?.message.contains(#"Shared<Int>(.inMemory("count"))"#) == true)
    let nothing = issues {
      let tracker = SharedChangeTracker(reportUnassertedChanges: true)
      tracker.track { $count.withLock { $0 += 1 } }
      tracker.assert { #expect($count != $count) }
      let other = SharedChangeTracker(reportUnassertedChanges: true)
      other.track { $count.withLock { $0 += 0 } }
    }
    #expect(nothing.isEmpty)
  }

  @Test func withoutATrackerNothingIsRecorded() {
    final class Buffer: Sendable {}
    struct Value: Sendable { var buffer = Buffer() }
    let shared = Shared(value: Value())
    weak let old = shared.wrappedValue.buffer
    shared.withLock { $0.buffer = Buffer() }
    #expect(old == nil)
  }
}
