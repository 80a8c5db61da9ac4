import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import Testing

@Suite(.ends) struct SavingTests {
  private let place = ScriptedKey<Int>.Place()

  private func shared() -> Shared<Int> {
    place.script.withLock { $0.answer = { .success(nil) } }
    return Shared(wrappedValue: 0, ScriptedKey(place))
  }

  @Test func eachChangeIsSavedOnce() {
    let count = shared()
    count.withLock { $0 = 1 }
    count.withLock { $0 = 1 }
    #expect(place.saved.entries == [1, 1])
    #expect(place.contexts.entries == [.didSet, .didSet])
  }

  @Test func savesReachTheKeyInTheOrderOfTheChanges() async {
    let count = shared()
    let isSaving = Signal(), mayGoOn = Latch()
    let log = Recorder<Int>()
    place.script.withLock {
      $0.onSave = { value, continuation in
        if value == 1 {
          isSaving.send()
          mayGoOn.wait()
        }
        log.note(value)
        continuation.resume()
      }
    }
    let first = Thread { count.withLock { $0 = 1 } }
    first.start()
    await isSaving.wait()
    // Does not wait for the other thread's save.
    count.withLock { $0 = 2 }
    #expect(count.wrappedValue == 2)
    let isDone = Signal()
    place.script.withLock {
      $0.onSave = { value, continuation in
        log.note(value)
        continuation.resume()
        isDone.send()
      }
    }
    mayGoOn.open()
    await isDone.wait()
    #expect(log.entries == [1, 2])
  }

  @Test func aChangeMadeBySavingIsKept() {
    let count = shared()
    place.script.withLock {
      $0.onSave = { value, continuation in
        if value == 1 { count.withLock { $0 = 2 } }
        continuation.resume()
      }
    }
    count.withLock { $0 = 1 }
    #expect(count.wrappedValue == 2)
    #expect(place.saved.entries == [1, 2])
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume() } }
  }

  @Test func errorsAreKeptUntilASaveSucceeds() async {
    let count = shared()
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume(throwing: Failure()) } }
    count.withLock { $0 = 1 }
    #expect(count.wrappedValue == 1)
    #expect(count.saveError is Failure)
    await #expect(throws: Failure.self) { try await count.save() }
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume() } }
    count.withLock { $0 = 2 }
    #expect(count.saveError == nil)
  }

  @Test func savingWaitsForEarlierChanges() async throws {
    let count = shared()
    let pending = Locked<[SaveContinuation]>([])
    place.script.withLock { $0.onSave = { _, continuation in pending.withLock { $0.append(continuation) } } }
    count.withLock { $0 = 1 }
    let isSaved = Locked(false)
    let executor = ManualExecutor()
    let saving = Task(executorPreference: executor) {
      try await count.save()
      isSaved.withLock { $0 = true }
    }
    executor.run()
    let continuations = pending.withLock { $0 }
    try #require(continuations.count == 2)
    continuations[1].resume()
    executor.run()
    #expect(!isSaved.withLock { $0 })
    continuations[0].resume()
    executor.run()
    #expect(isSaved.withLock { $0 })
    try await saving.value
  }

  @Test func aPendingSaveRetainsTheRoot() {
    var count: Shared<Int>? = shared()
    let pending = Locked<SaveContinuation?>(nil)
    place.script.withLock { $0.onSave = { _, continuation in pending.withLock { $0 = continuation } } }
    count?.withLock { $0 = 1 }
    count = nil
    #expect(place.cancelled.entries == [])
    pending.withLock { $0?.resume() }
    pending.withLock { $0 = nil }
    #expect(place.cancelled.entries == [1])
  }

  @Test func aValueWithoutAKeyHasNothingToSave() async throws {
    @Shared(value: 1) var count
    try await $count.save()
    try await $count.load()
    #expect(!$count.isLoading)
  }
}
