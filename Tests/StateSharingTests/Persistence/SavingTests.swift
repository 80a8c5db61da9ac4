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

  @Test func aChangeReturnsWhenTheKeyHasIt() async {
    let count = shared()
    let isSaving = Signal(), isChanged = Signal(), isDone = Signal(), mayGoOn = Latch()
    let log = Recorder<Int>(), seen = Recorder<[Int]>()
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
    Thread { count.withLock { $0 = 1 } }.start()
    await isSaving.wait()
    Thread {
      count.withLock {
        $0 = 2
        isChanged.send()
      }
      seen.note(log.entries)
      isDone.send()
    }.start()
    await isChanged.wait()
    mayGoOn.open()
    await isDone.wait()
    #expect(seen.entries == [[1, 2]])
    #expect(count.wrappedValue == 2)
  }

  @Test func followersAreToldWhenTheKeyHasTheChange() async {
    let count = shared()
    let isSaving = Signal(), isChanged = Signal(), areDone = (Signal(), Signal()), mayGoOn = Latch()
    let told = Recorder<Int>(), early = Recorder<Int>()
    let subscription = count.publisher.dropFirst().sink { told.note($0) }
    place.script.withLock {
      $0.onSave = { [place] value, continuation in
        if value == 1 {
          isSaving.send()
          mayGoOn.wait()
          // The storage has another value meanwhile.
          place.subscriber?.yield(10)
        }
        if told.entries.contains(value) || told.entries.contains(10) { early.note(value) }
        continuation.resume()
      }
    }
    Thread {
      count.withLock { $0 = 1 }
      areDone.0.send()
    }.start()
    await isSaving.wait()
    Thread {
      count.withLock {
        $0 = 2
        isChanged.send()
      }
      areDone.1.send()
    }.start()
    await isChanged.wait()
    mayGoOn.open()
    await areDone.0.wait()
    await areDone.1.wait()
    #expect(early.entries == [])
    #expect(told.entries == [1, 2, 10])
    subscription.cancel()
  }

  @Test func changesOfManyThreadsReachTheKeyInOrder() async {
    let count = shared()
    let log = Recorder<Int>(), missing = Recorder<Int>()
    place.script.withLock {
      $0.onSave = { value, continuation in
        log.note(value)
        continuation.resume()
      }
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            let number = count.withLock { value in
              value += 1
              return value
            }
            if log.entries.count < number { missing.note(number) }
          }
        }
      }
    }
    #expect(log.entries == Array(1...200))
    #expect(missing.entries == [])
  }

  /// Each key changes the other value while it saves, on two threads at once.
  @Test func keysThatChangeOneAnotherDoNotWait() async {
    let other = ScriptedKey<Int>.Place()
    other.script.withLock { $0.answer = { .success(nil) } }
    let first = shared(), second = Shared(wrappedValue: 0, ScriptedKey(other))
    let isSaving = (Signal(), Signal()), isDone = (Signal(), Signal()), mayGoOn = Latch()
    func answer(_ signal: Signal, _ value: Shared<Int>) -> @Sendable (Int, SaveContinuation) -> Void {
      { number, continuation in
        if number == 1 {
          signal.send()
          mayGoOn.wait()
          value.withLock { $0 = 2 }
        }
        continuation.resume()
      }
    }
    place.script.withLock { $0.onSave = answer(isSaving.0, second) }
    other.script.withLock { $0.onSave = answer(isSaving.1, first) }
    for (value, signal) in [(first, isDone.0), (second, isDone.1)] {
      Thread {
        value.withLock { $0 = 1 }
        signal.send()
      }.start()
    }
    await isSaving.0.wait()
    await isSaving.1.wait()
    mayGoOn.open()
    await isDone.0.wait()
    await isDone.1.wait()
    #expect(place.saved.entries == [1, 2])
    #expect(other.saved.entries == [1, 2])
  }

  @Test func aCallOfSaveKeepsNoThreadWhileTheKeySaves() async throws {
    let count = shared()
    let isSaving = Signal(), mayGoOn = Latch()
    place.script.withLock {
      $0.onSave = { value, continuation in
        if value == 1 {
          isSaving.send()
          mayGoOn.wait()
        }
        continuation.resume()
      }
    }
    Thread { count.withLock { $0 = 1 } }.start()
    await isSaving.wait()
    // It runs on this thread until it waits, and only then is the latch opened.
    let saved = Task.immediate { try await count.save() }
    mayGoOn.open()
    try await saved.value
    #expect(place.saved.entries == [1, 1])
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

  @Test func aLossIsThrownAlsoAfterAnotherFailure() async throws {
    let count = shared()
    let conflict = SharedStorageError.externalConflict(path: "count.json", lost: 1)
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume(throwing: conflict) } }
    count.withLock { $0 = 1 }
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume(throwing: Failure()) } }
    await #expect(throws: Failure.self) { try await count.save() }
    place.script.withLock { $0.onSave = { _, continuation in continuation.resume() } }
    await #expect(throws: SharedStorageError.self) { try await count.save() }
    try await count.save()
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
