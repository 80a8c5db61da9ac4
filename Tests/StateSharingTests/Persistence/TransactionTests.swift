import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
@_spi(Internals) import DurableFiles
import Observation
@_spi(Internals) @testable import StateSharing
import Testing

@Suite struct TransactionTests {
  /// A storage with transactions, in which a test can write first.
  private final class Engine: TransactionalSharedKey {
    struct Contents { var value: Int?; var version: UInt64 = 0; var conflicts = 0; var isBroken = false }
    let contents = Locked(Contents())
    let log = Recorder<String>()

    var id: ObjectIdentifier { ObjectIdentifier(self) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(with: .success(contents.withLock(\.value)))
    }

    func subscribe(context: LoadContext<Int>, subscriber: SharedSubscriber<Int>) -> SharedSubscription {
      SharedSubscription {}
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      log.note("save")
      continuation.resume()
    }

    func begin(_ request: SharedTransactionRequest) throws -> (stored: SharedStored<Int>, ticket: Int) {
      log.note("begin \(request.attempt)\(request.isUrgent ? " urgently" : "")")
      return try contents.withLock { contents in
        if contents.isBroken { throw Failure() }
        return (SharedStored(value: contents.value, version: SharedVersion(contents.version)), 0)
      }
    }

    func commit(_ value: Int, _ ticket: Int) throws -> SharedCommit<Int> {
      log.note("commit \(value)")
      return contents.withLock { contents in
        contents.version += 1
        if contents.conflicts > 0 {
          contents.conflicts -= 1
          contents.value = (contents.value ?? 0) + 100
          return .conflict(SharedStored(value: contents.value, version: SharedVersion(contents.version)))
        }
        contents.value = value
        return .committed(SharedVersion(contents.version))
      }
    }

    func rollback(_ ticket: Int) { log.note("rollback") }
  }

  private let engine = Engine()

  @Test func aChangeIsATransaction() {
    @Shared(engine) var count = 10
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    $count.withLock { $0 += 1 }
    #expect(engine.log.entries == ["begin 1", "commit 11"])
    #expect(count == 11)
    #expect(seen.entries == [10, 11])
    subscription.cancel()
  }

  @Test func aConflictRunsTheClosureAgain() {
    @Shared(engine) var count = 0
    engine.contents.withLock { $0.conflicts = 3 }
    let attempts = Recorder<Int>()
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { seen.note($0) }
    let tracker = SharedChangeTracker(reportUnassertedChanges: false)
    tracker.track {
      $count.withLock {
        attempts.note(SharedTransaction.attempt)
        $0 += 1
      }
    }
    #expect(attempts.entries == [1, 2, 3, 4])
    #expect(count == 301)
    #expect(seen.entries == [0, 301])
    #expect($count.saveError == nil)
    tracker.assert {
      $count.withLock { $0 = 301 }
      #expect($count == $count)
    }
    // Nothing is begun in an assertion.
    #expect(engine.log.entries.filter { $0.hasPrefix("begin") }.count == 4)
    subscription.cancel()
  }

  @Test func attemptsEnd() {
    @Shared(engine) var count = 0
    engine.contents.withLock { $0.conflicts = 1_000 }
    let result = $count.withLock { count in
      count += 1
      return "returned"
    }
    #expect(result == "returned")
    guard case .conflict(attempts: 16)? = $count.saveError as? SharedStorageError else {
      Issue.record("\(String(describing: $count.saveError))")
      return
    }
    #expect(count == 1600)
    // After half of the attempts, the request is urgent.
    #expect(engine.log.entries.filter { $0.hasSuffix("urgently") }.count == 8)
    engine.contents.withLock { $0.conflicts = 0 }
    $count.withLock { $0 += 1 }
    #expect($count.saveError == nil)
  }

  @Test func aClosureThatFailsRollsBack() {
    @Shared(engine) var count = 5
    engine.contents.withLock { $0 = Engine.Contents(value: 7, version: 3) }
    #expect(throws: Failure.self) {
      try $count.withLock { count in
        count = 9
        throw Failure()
      }
    }
    #expect(count == 7)
    #expect(engine.log.entries == ["begin 1", "rollback"])
  }

  @Test func aFailedTransactionKeepsTheValueAndSetsSaveError() {
    @Shared(engine) var count = 5
    engine.contents.withLock { $0.isBroken = true }
    #expect($count.withLock { $0 + 1 } == 6)
    #expect(count == 5)
    #expect($count.saveError is Failure)
  }

  @Test func anAcknowledgedFailureIsNotThrown() async throws {
    @Shared(engine) var count = 5
    engine.contents.withLock { $0.isBroken = true }
    $count.withLock { $0 += 1 }
    let isNoticed = Signal()
    withObservationTracking {
      _ = $count.saveError
    } onChange: {
      isNoticed.send()
    }
    $count.acknowledgeSaveError()
    await isNoticed.wait()
    #expect($count.saveError == nil)
    engine.contents.withLock { $0.isBroken = false }
    try await $count.save()
    #expect(count == 5)
  }

  @Test func savingThrowsUntilAChangeIsStored() async throws {
    @Shared(engine) var count = 5
    let shared = $count
    engine.contents.withLock { $0.isBroken = true }
    $count.withLock { $0 += 1 }
    engine.contents.withLock { $0.isBroken = false }
    // The change was rolled back, so no save can store it.
    for _ in 1...2 {
      await #expect(throws: Failure.self) { try await shared.save() }
      #expect($count.saveError is Failure)
    }
    try await $count.load()
    await #expect(throws: Failure.self) { try await shared.save(timeout: .seconds(1)) }
    #expect(!engine.log.entries.contains("save"))
    $count.withLock { $0 += 1 }
    try await $count.save()
    #expect($count.saveError == nil && count == 6)
    // The caller of a transaction receives its error.
    engine.contents.withLock { $0.isBroken = true }
    await #expect(throws: Failure.self) { try await shared.withTransaction { $0 += 1 } }
    try await $count.save()
    // A transaction that succeeds stores a change, too.
    $count.withLock { $0 += 1 }
    await #expect(throws: Failure.self) { try await shared.withTransaction { $0 += 1 } }
    engine.contents.withLock { $0.isBroken = false }
    await #expect(throws: Failure.self) { try await shared.save() }
    try await $count.withTransaction { $0 += 1 }
    try await $count.save()
    #expect($count.saveError == nil && count == 7)
  }

  @Test func aChangeOfAFileThatCanNotBeWrittenIsNotSaved() async throws {
    let folder = try Folder()
    try Data("5".utf8).write(to: folder.file())
    let isForbidden = Locked(true)
    let layer = FileLayer { call in
      if call.name == .write, isForbidden.withLock({ $0 }) {
        throw SystemCallError(call: .write, path: call.path, code: EACCES)
      }
    }
    try await withDisk(layer: layer) {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      let shared = $count
      $count.withLock { $0 += 1 }
      #expect(count == 5)
      await #expect(throws: SharedStorageError.self) { try await shared.save() }
      #expect($count.saveError is SharedStorageError)
      isForbidden.withLock { $0 = false }
      $count.withLock { $0 += 1 }
      try await $count.save()
      #expect($count.saveError == nil && folder.text() == "6")
    }
  }

  @Test func anObserverMayChangeTheValue() {
    @Shared(engine) var count = 0
    let shared = $count
    let seen = Recorder<Int>()
    let subscription = $count.publisher.sink { value in
      seen.note(value)
      if value == 1 { shared.withLock { $0 += 10 } }
    }
    #expect(issues { shared.withLock { $0 += 1 } }.isEmpty)
    #expect(count == 11)
    #expect(seen.entries == [0, 1, 11])
    subscription.cancel()
  }

  #if DEBUG
  @MainActor @Test func blockingTheMainThreadIsReported() async throws {
    @Shared(engine) var count = 0
    let shared = $count
    #expect(SharedTransaction.patience == nil)
    let allowed = SharedTransaction.$patienceOfMainThread.withValue(.seconds(100)) {
      issues { shared.withLock { $0 += 1 } }
    }
    #expect(allowed.isEmpty)
    let reported = SharedTransaction.$patienceOfMainThread.withValue(.zero) {
      // Each call site is reported once.
      issues { for _ in 1...2 { shared.withLock { $0 += 1 } } }
    }
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("(0 are fine)") == true)
    #expect(reported.first?.message.contains("withTransaction") == true)
    #expect(reported.first?.fileID.hasSuffix("TransactionTests.swift") == true)
    // Other threads may wait.
    let others = await Task.detached {
      SharedTransaction.$patienceOfMainThread.withValue(.zero) {
        issues { shared.withLock { $0 += 1 } }
      }
    }.value
    #expect(others.isEmpty)
    #expect(count == 4)
  }
  #endif

  @Test func withTransactionThrowsTheErrorThatWithLockRecords() async throws {
    @Shared(engine) var count = 0
    #expect(
      try await $count.withTransaction {
        $0 += 1; return $0
      } == 1
    )
    engine.contents.withLock { $0.conflicts = 1_000 }
    let shared = $count
    await #expect(throws: SharedStorageError.self) { try await shared.withTransaction(attempts: 2) { $0 += 1 } }
    let place = ScriptedKey<Int>.Place()
    place.script.withLock { $0.answer = { .success(nil) } }
    @Shared(ScriptedKey(place)) var plain = 1
    try await $plain.withTransaction { $0 += 1 }
    #expect(place.contexts.entries == [.didSet, .userInitiated])
  }

  @Test func aFieldIsChangedInATransactionOfTheWholeValue() async throws {
    @Shared(engine) var count = 4
    let half = $count.half
    #expect(
      try await half.withTransaction {
        $0 += 1
        return SharedTransaction.attempt
      } == 1
    )
    #expect(engine.log.entries == ["begin 1", "commit 6"])
    #expect(count == 6)
    // As many attempts as specified, and the error is thrown.
    engine.contents.withLock { $0.conflicts = 1_000 }
    let error = await #expect(throws: SharedStorageError.self) {
      try await half.withTransaction(attempts: 2) { $0 += 1 }
    }
    guard case .conflict(attempts: 2)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    engine.contents.withLock { $0.conflicts = 0 }
    engine.contents.withLock { $0.isBroken = true }
    await #expect(throws: Failure.self) { try await half.withTransaction { $0 += 1 } }
    #expect(!engine.log.entries.contains("save"))
  }

  @Test func anOptionalFieldIsChangedInATransactionOfTheWholeValue() async throws {
    @Shared(engine) var count = 4
    let half = try #require(Shared<Int>($count.halfIfAny))
    engine.contents.withLock { $0.isBroken = true }
    await #expect(throws: Failure.self) { try await half.withTransaction { $0 += 1 } }
    engine.contents.withLock { $0.isBroken = false }
    try await half.withTransaction { $0 += 1 }
    #expect(count == 6)
    #expect(!engine.log.entries.contains("save"))
  }

  @Test func eachTransactionReadsTheFileAgain() async throws {
    let folder = try Folder()
    try await withDisk {
      @Shared(.fileStorage(folder.file(), mode: .transactional)) var count = 0
      $count.withLock { $0 += 1 }
      #expect(folder.text() == "1")
      try Data("41".utf8).write(to: folder.file())
      $count.withLock { $0 += 1 }
      #expect(folder.text() == "42")
      #expect(count == 42)
      try Data("garbage".utf8).write(to: folder.file())
      $count.withLock { $0 += 1 }
      #expect(folder.text() == "1")
      #expect(folder.names.filter { $0.contains("corrupt") }.compactMap { folder.text($0) } == ["garbage"])
    }
  }
}

extension Int {
  /// A part of the value.
  fileprivate var half: Int {
    get { self / 2 }
    set { self = newValue * 2 }
  }

  fileprivate var halfIfAny: Int? {
    get { half }
    set { half = newValue ?? 0 }
  }
}
