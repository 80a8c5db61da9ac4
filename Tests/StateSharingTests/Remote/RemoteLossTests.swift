import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import Observation
import StateSharing
import StateSharingTestSupport
import Testing

/// A loss is thrown by one later save, and stays in `saveError` until a later change is stored.
@Suite(.ends) struct RemoteLossTests {
  private let engine = InMemorySharedEngine<Int>()

  /// Returns the lost value of an error.
  private func lost(_ error: (any Error)?) -> Int? {
    guard case .externalConflict(_, let lost)? = error as? SharedStorageError else { return nil }
    return lost as? Int ?? (lost as? Ending)?.number
  }

  @Test func saveDuringALossThrowsIt() async throws {
    let engine = InMemorySharedEngine<Ending>()
    engine.store(Ending(number: 0), in: "value")
    let value = try await Shared<Ending>(require: .engine("value", engine))
    let hold = engine.hold(.read)
    let saved = Locked<Task<Void, any Error>?>(nil)
    let hasSaved = Signal()
    value.withLock { $0 = Ending(number: 1) }
    await hold.reached()
    value.withLock {
      $0 = Ending(number: 2) {
        // It is released when all three changes are lost, and none is waiting.
        let task = value.beginSaving()
        saved.withLock { $0 = task }
        hasSaved.send()
      }
    }
    value.withLock { $0 = Ending(number: 3) }
    engine.holdEvents()
    engine.store(Ending(number: 100), in: "value")
    hold.letGo()
    await hasSaved.wait()
    let task = saved.withLock { $0 }
    let error = await #expect(throws: SharedStorageError.self) { try await task?.value }
    #expect(lost(error) == 3)
    #expect(lost(value.saveError) == 3)
  }

  @Test func aCanceledSaveDoesNotConsumeTheLoss() async throws {
    let count = try await counter(5, in: engine)
    let hold = engine.hold(.write)
    count.withLock { $0 = 6 }
    await hold.reached()
    let saved = count.beginSaving()
    saved.cancel()
    await #expect(throws: CancellationError.self) { try await saved.value }
    engine.store(100, in: "count")
    hold.letGo()
    // Begins after all waiting changes.
    try await count.withTransaction { $0 += 1 }
    #expect(lost(count.saveError) == 6)
    let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(lost(error) == 6)
    try await count.save()
    #expect(engine.history("count") == [5, 100, 101])
  }

  @Test func cancelingASaveDoesNotCancelTheWrite() async throws {
    let count = try await counter(5, in: engine)
    let hold = engine.hold(.write), isStored = engine.hold(.answer)
    count.withLock { $0 = 6 }
    await hold.reached()
    let saved = count.beginSaving()
    saved.cancel()
    // Immediately, although the storage has not answered.
    await #expect(throws: CancellationError.self) { try await saved.value }
    #expect(engine.history("count") == [5])
    hold.letGo()
    await isStored.reached()
    #expect(engine.history("count") == [5, 6])
    isStored.letGo()
    try await count.save()
    #expect(count.saveError == nil)
  }

  @Test func aThrownErrorIsInSaveError() async throws {
    let count = try await counter(5, in: engine)
    engine.holdEvents()
    engine.store(100, in: "count")
    count.withLock { $0 = 6 }
    // Before `save()`.
    await count.becomes(100)
    let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(lost(error) == 6)
    #expect(lost(count.saveError) == 6)
    // Only once.
    try await count.save()
    #expect(count.saveError == nil)
  }

  @Test func anAcknowledgedLossIsNotThrown() async throws {
    let count = try await counter(5, in: engine)
    engine.holdEvents()
    engine.store(100, in: "count")
    count.withLock { $0 = 6 }
    await count.becomes(100)
    #expect(lost(count.saveError) == 6)
    count.acknowledgeSaveError()
    #expect(count.saveError == nil)
    try await count.save()
    #expect(engine.history("count") == [5, 100])
  }

  @Test func saveErrorIsResetToTheLossAfterAFailure() async throws {
    // The first of two is lost, the second is stored after a failure.
    let count = try await counter(0, in: engine) { base, mine, theirs in
      mine == 1 ? nil : adding(base: base, mine: mine, theirs: theirs)
    }
    let read = engine.hold(.read)
    count.withLock { $0 += 1 }
    await read.reached()
    count.withLock { $0 += 3 }
    engine.store(100, in: "count")
    let write = engine.hold(.write)
    read.letGo()
    await write.reached()
    #expect(lost(count.saveError) == 1)
    engine.loseRequests(2)
    let failed = Signal()
    withObservationTracking {
      _ = count.saveError
    } onChange: {
      failed.send()
    }
    write.letGo()
    await failed.wait()
    let error = await #expect(throws: SharedStorageError.self) { try await count.save() }
    #expect(lost(error) == 1)
    #expect(engine.history("count") == [0, 100, 103])
    #expect(lost(count.saveError) == 1)
  }
}

/// A number that calls a function when its last copy is released.
private struct Ending: Sendable {
  final class Token: Sendable {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  let number: Int
  private let token: Token

  init(number: Int, whenEnded end: @escaping @Sendable () -> Void = {}) {
    self.number = number
    token = Token(end)
  }
}
