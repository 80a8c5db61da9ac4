import CounterpointTestSupport
@_spi(Internals) import CounterpointSupport
import Observation
import Testing

@_spi(Internals) @_spi(SharedReferences) import StateSharing

/// Tests of values that another module stores.
@Suite struct CustomReferenceTests {
  /// A number within limits, which records its values.
  private final class Clamped: CustomMutableSharedReference {
    let link = SharedReferenceLink<Int>()
    let log = Recorder<Int>()
    private let number = Locked(0)
    private let problem = Locked<Failure?>(nil)

    var value: Int { number.withLock { $0 } }
    var description: String { "clamped" }
    var saveError: (any Error)? { problem.withLock { $0 } }

    func change<Result, Failure: Error>(
      _ operation: (inout Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      var value = value
      let result = try operation(&value)
      set(value)
      return result
    }

    private func set(_ value: Int) {
      number.withLock { $0 = min(max(value, 0), 10) }
      log.note(self.value)
    }

    /// Changes the number without a wrapper.
    func reset() {
      set(0)
      link.touch()
    }

    func save() async throws {
      problem.withLock { $0 = Failure(name: "full") }
      link.touchStatus()
      throw Failure(name: "full")
    }
  }

  private let clamped = Clamped()

  @Test func theOwnerValidatesChanges() {
    let first = Shared(reference: clamped), second = Shared(reference: clamped)
    first.withLock { $0 = 25 }
    #expect(second.wrappedValue == 10)
    #expect(clamped.log.entries == [10])
    #expect(first == second)
    #expect(first.isSame(as: second))
    #expect("\(first)" == "Shared<Int>(clamped)")
    #expect(throws: Failure.self) {
      try first.withLock { value in
        value = 5
        throw Failure()
      }
    }
    #expect(first.wrappedValue == 10)
    #expect(clamped.log.entries == [10])
  }

  @Test func changesAreObservedAndDelivered() {
    let shared = Shared(reference: clamped), reader = SharedReader(reference: clamped)
    let changes = Recorder<String>()
    func observe() {
      withObservationTracking {
        _ = reader.wrappedValue
      } onChange: {
        changes.note("changed")
      }
    }
    let seen = Recorder<Int>()
    let subscription = shared.publisher.sink { seen.note($0) }
    observe()
    shared.withLock { $0 = 3 }
    #expect(changes.entries == ["changed"])
    observe()
    clamped.reset()
    #expect(changes.entries == ["changed", "changed"])
    shared.withLock { $0 = 99 }
    #expect(seen.entries == [0, 3, 0, 10])
    subscription.cancel()
  }

  @Test func changesAreAsserted() {
    let shared = Shared(reference: clamped)
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.track {
      shared.withLock { $0 = 4 }
      shared.withLock { $0 += 1 }
    }
    #expect(tracker.hasChanges)
    tracker.assert {
      #expect(shared.wrappedValue == 0)
      #expect(shared != shared)
      shared.withLock { $0 = 5 }
      #expect(shared == shared)
    }
    // The assertion did not change the value.
    #expect(clamped.log.entries == [4, 5])
  }

  @Test func theStatusComesFromTheOwner() async {
    let shared = Shared(reference: clamped)
    let isTold = Recorder<Bool>()
    withObservationTracking {
      _ = shared.saveError
    } onChange: {
      isTold.note(true)
    }
    #expect(!shared.isLoading)
    #expect(shared.loadError == nil)
    await #expect(throws: Failure.self) { try await shared.save() }
    #expect(shared.saveError is Failure)
    #expect(isTold.entries == [true])
  }

  private struct Pair: Sendable, Equatable { var left = 0, right = 0 }

  /// Two numbers that are changed in place.
  private final class Held: CustomMutableSharedReference {
    let link = SharedReferenceLink<Pair>()
    private let pair = Locked(Pair())
    var value: Pair { pair.withLock { $0 } }
    var description: String { "pair" }

    func change<Result, Failure: Error>(
      _ operation: (inout Pair) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let outcome = pair.withLock { pair -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try operation(&pair)) } catch { return .failure(error) }
      }
      return try outcome.get()
    }
  }

  @Test func partsOfACustomReferenceAreShared() {
    let pair = Shared(reference: Held())
    pair.left.withLock { $0 = 7 }
    #expect(pair.wrappedValue == Pair(left: 7))
    #expect(pair.right.read { $0 + 1 }.wrappedValue == 1)
  }

  @Test func aFailedChangeInPlaceIsUndone() {
    let pair = Shared(reference: Held())
    pair.withLock { inner in
      inner.left = 1
      inner.right = 5
    }
    #expect(pair.wrappedValue == Pair(left: 1, right: 5))
    #expect(throws: Failure.self) {
      try pair.left.withLock { left in
        left = 9
        throw Failure()
      }
    }
    #expect(pair.wrappedValue == Pair(left: 1, right: 5))
  }

  /// A number that notifies of each change while the change is still being made.
  private final class Talkative: CustomMutableSharedReference {
    let link = SharedReferenceLink<Int>()
    private let number = Locked(0)
    let saves = Recorder<Int>()
    var value: Int { number.withLock { $0 } }
    var description: String { "talkative" }

    func change<Result, Failure: Error>(
      _ operation: (inout Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      var value = value
      let result = try operation(&value)
      number.withLock { $0 = value }
      link.touch()
      return result
    }

    func save() async throws { saves.note(value) }
  }

  @Test func aNotificationDuringAChangeIsDeliveredOnce() {
    let shared = Shared(reference: Talkative())
    let seen = Recorder<Int>()
    let subscription = shared.publisher.sink { seen.note($0) }
    shared.withLock { $0 = 1 }
    shared.withLock { $0 = 2 }
    #expect(seen.entries == [0, 1, 2])
    subscription.cancel()
  }

  @Test func aTransactionIsAChangeThatIsSaved() async throws {
    let talkative = Talkative(), shared = Shared(reference: talkative)
    #expect(
      try await shared.withTransaction {
        $0 += 1
        return $0
      } == 1
    )
    #expect(talkative.saves.entries == [1])
    let clamped = Shared(reference: clamped)
    await #expect(throws: Failure.self) { try await clamped.withTransaction { $0 = 3 } }
    #expect(clamped.wrappedValue == 3)
  }

  @Test func aLinkOutlivesTheWrappers() {
    do {
      let shared = Shared(reference: clamped)
      shared.withLock { $0 = 7 }
    }
    // No observer is notified.
    clamped.reset()
    clamped.link.touchStatus()
    let shared = Shared(reference: clamped)
    #expect(shared.wrappedValue == 0)
    let seen = Recorder<Int>()
    let subscription = shared.publisher.sink { seen.note($0) }
    shared.withLock { $0 = 3 }
    clamped.reset()
    #expect(seen.entries == [0, 3, 0])
    subscription.cancel()
  }

  /// A number that only its owner changes.
  private final class Counted: CustomSharedReference {
    let link = SharedReferenceLink<Int>()
    private let number = Locked(0)
    let loads = Recorder<Int>()
    var value: Int { number.withLock { $0 } }
    var description: String { "counted" }
    func load() async throws { loads.note(value) }

    func count() {
      number.withLock { $0 += 1 }
      link.touch()
    }
  }

  @Test func aReadOnlyReferenceIsRead() async throws {
    let counted = Counted()
    let reader = SharedReader(reference: counted), other = SharedReader(reference: counted)
    let double = reader.read { $0 * 2 }
    let seen = Recorder<Int>()
    let subscription = double.publisher.sink { seen.note($0) }
    counted.count()
    counted.count()
    #expect(reader.wrappedValue == 2)
    #expect(reader == other)
    #expect(seen.entries == [0, 2, 4])
    #expect("\(reader)" == "SharedReader<Int>(counted)")
    try await reader.load()
    #expect(counted.loads.entries == [2])
    #expect(!reader.isLoading && reader.loadError == nil)
    subscription.cancel()
  }
}
