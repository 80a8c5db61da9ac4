@_spi(Internals) import StateSharing
import Testing

/// Law 8: a step is asserted with its own values.
@Suite struct StepTests {
  @Test func aStepIsAssertedIndependentlyOfLaterSteps() {
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    @Shared(value: 0) var count
    @Shared(value: "a") var name
    tracker.track { $count.withLock { $0 = 1 } }
    let first = tracker.cut()
    tracker.track {
      $count.withLock { $0 = 5 }
      $name.withLock { $0 = "b" }
    }
    let second = tracker.cut()
    tracker.track { $count.withLock { $0 = 9 } }

    tracker.assert(first, later: [second]) {
      #expect(count == 0)
      $count.withLock { $0 += 1 }
      #expect($count == $count)
      // Not changed in this step, but in a later one.
      #expect(name == "a")
      #expect($name == $name)
    }
    tracker.assert(second, later: []) {
      #expect(count == 1)
      #expect($count != $count)
      $count.withLock { $0 = 5 }
      $name.withLock { $0 = "b" }
      #expect($count == $count && $name == $name)
    }
    tracker.assert {
      #expect(count == 5)
      $count.withLock { $0 = 9 }
      #expect($count == $count)
    }
  }

  @Test func aNestedAssertionDoesNotAffectTheOuterOne() {
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    @Shared(value: 0) var count
    tracker.track { $count.withLock { $0 = 1 } }
    let first = tracker.cut()
    tracker.track { $count.withLock { $0 = 2 } }
    let second = tracker.cut()
    tracker.assert(first, later: [second]) {
      #expect(count == 0)
      tracker.assert(second, later: []) { #expect(count == 1) }
      #expect(count == 0)
      $count.withLock { $0 = 1 }
      #expect($count == $count)
    }
    #expect(count == 2)
  }

  @Test func stepsCanBeMerged() {
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    @Shared(value: 0) var count
    tracker.track { $count.withLock { $0 = 1 } }
    let effect = tracker.cut()
    tracker.track { $count.withLock { $0 = 2 } }
    let step = effect.merged(with: tracker.cut())
    tracker.assert(step, later: []) {
      $count.withLock { $0 += 2 }
      #expect($count == $count)
    }
    #expect(tracker.cut().isEmpty)
  }

  @Test func aStepAfterAReplacedReference() {
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    @Shared(value: 0) var count
    tracker.track { $count = Shared(value: 5) }
    let first = tracker.cut()
    tracker.track { $count.withLock { $0 = 6 } }
    let second = tracker.cut()
    tracker.assert(first, later: [second]) {
      #expect(count == 0)
      $count.withLock { $0 = 5 }
      #expect($count == $count)
    }
  }
}
