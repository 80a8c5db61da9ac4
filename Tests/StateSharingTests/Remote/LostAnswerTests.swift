import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport
import Testing

@Suite(.ends) struct LostAnswerTests {
  private let engine = InMemorySharedEngine<Int>()

  @Test func aWriteWhoseAnswerIsLostIsNotRepeated() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    count.withLock { $0 += 1 }
    count.withLock { $0 += 1 }
    await hold.reached()
    // A caller that waits from now on receives the result of the next attempt.
    let saved = count.beginSaving()
    hold.letGo()
    try await saved.value
    #expect(engine.history("count") == [0, 1, 2])
    #expect(count.wrappedValue == 2)
    #expect(count.saveError == nil)
  }

  @Test func aWriteThatIsLostIsRepeated() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let hold = engine.hold(.write)
    engine.loseRequests(2)
    count.withLock { $0 += 1 }
    await hold.reached()
    let saved = count.beginSaving()
    hold.letGo()
    await #expect(throws: SharedEngineDisconnected.self) { try await saved.value }
    try await count.save()
    #expect(engine.history("count") == [0, 1])
    engine.loseRequests(2)
    try await count.withTransaction { $0 += 1 }
    #expect(engine.history("count") == [0, 1, 2])
  }

  @Test func aSaveWithATimeoutWaitsThroughFailures() async throws {
    let count = try await counter(in: engine, resolve: adding)
    engine.disconnect()
    count.withLock { $0 += 1 }
    await #expect(throws: SharedEngineDisconnected.self) { try await count.save() }
    let hold = engine.hold(.read)
    let saved = Task { try await count.save(timeout: .seconds(60)) }
    // Its attempt has begun, so it waits.
    await hold.reached()
    hold.letGo()
    await #expect(throws: SharedEngineDisconnected.self) { try await count.save() }
    engine.connect()
    try await saved.value
    #expect(engine.history("count") == [0, 1])
    #expect(count.saveError == nil)
  }

  @Test func foreignWritesMayFollowAWriteWhoseAnswerIsLost() async throws {
    let count = try await counter(in: engine, resolve: adding)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    count.withLock { $0 += 1 }
    await hold.reached()
    engine.store(101, in: "count")
    count.withLock { $0 += 10 }
    let saved = count.beginSaving()
    hold.letGo()
    try await saved.value
    #expect(engine.history("count") == [0, 1, 101, 111])
    #expect(count.wrappedValue == 111)
  }

  @Test func aForeignValueReplacesTheLastChangeAfterALostAnswer() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    count.withLock { $0 = 1 }
    await hold.reached()
    engine.holdEvents()
    engine.store(101, in: "count")
    let saved = count.beginSaving()
    hold.letGo()
    try await saved.value
    await count.becomes(101)
    #expect(engine.history("count") == [0, 1, 101])
  }

  @Test func aTransactionWhoseAnswerIsLostIsNotRepeated() async throws {
    let count = try await counter(in: engine)
    let hold = engine.hold(.answer)
    engine.loseAnswers()
    let runs = Recorder<Int>()
    let result = Task {
      try await count.withTransaction { count in
        runs.note(count)
        count += 1
        return count
      }
    }
    await hold.reached()
    engine.store(101, in: "count")
    hold.letGo()
    #expect(try await result.value == 1)
    #expect(runs.entries == [0])
    #expect(engine.history("count") == [0, 1, 101])
    #expect(count.wrappedValue == 101)
  }

  @Test func aTransactionLooksItsWriteUpAfterTheLastAttempt() async throws {
    let count = try await counter(in: engine)
    engine.loseAnswers()
    try await count.withTransaction(attempts: 1) { $0 += 1 }
    #expect(count.wrappedValue == 1)
    // The outcome is unknown: it may still be in progress.
    engine.loseRequests()
    let error = await #expect(throws: SharedStorageError.self) {
      try await count.withTransaction(attempts: 1) { $0 += 1 }
    }
    guard case .unknownOutcome? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Foreign writes came first, so this one can no longer be stored.
    engine.loseRequests()
    let hold = engine.hold(.write)
    let late = Task { try await count.withTransaction(attempts: 1) { $0 += 1 } }
    await hold.reached()
    engine.store(7, in: "count")
    hold.letGo()
    let refused = await #expect(throws: SharedEngineDisconnected.self) { try await late.value }
    #expect(refused != nil)
    #expect(engine.history("count") == [0, 1, 7])
    #expect(count.wrappedValue == 7)
  }

  @Test func aRequestThatArrivesLateIsFound() async throws {
    // The first request counts as lost, and arrives while the second is in progress.
    let count = try await counter(in: engine)
    let key = LateKey(base: .engine("count", engine))
    let late = try await Shared<Int>(require: key)
    try await late.withTransaction { $0 += 1 }
    #expect(engine.history("count") == [0, 1])
    #expect(late.wrappedValue == 1)
    #expect(count.wrappedValue == 1)
  }

  @Test func aWriteThatConflictsWithItselfIsStored() async throws {
    engine.store(0, in: "count")
    let count = try await Shared<Int>(require: RepeatingKey(base: .engine("count", engine, resolve: adding)))
    try await count.withTransaction(attempts: 1) { $0 += 1 }
    #expect(engine.history("count") == [0, 1])
    count.withLock { $0 += 1 }
    try await count.save()
    #expect(engine.history("count") == [0, 1, 2])
    #expect(count.wrappedValue == 2)
  }

  @Test func aWriteIsUncertainIfTheStorageHasForgottenItsID() async throws {
    let count = try await counter(in: engine)
    func isUnknown(_ error: (any Error)?, _ value: Int) -> Bool {
      guard case .unknownOutcome(_, let found)? = error as? SharedStorageError else { return false }
      return found as? Int == value
    }
    /// Begins an operation and loses its answer. So many foreign writes follow that the storage forgets its id.
    func forget(_ begin: () -> Task<Void, any Error>) async throws {
      let hold = engine.hold(.answer)
      engine.loseAnswers()
      let task = begin()
      await hold.reached()
      engine.store(100, in: "count")
      engine.store(200, in: "count")
      engine.compact()
      hold.letGo()
      try await task.value
    }
    let thrown = await #expect(throws: SharedStorageError.self) {
      try await forget { Task { try await count.withTransaction { $0 = 1 } } }
    }
    #expect(isUnknown(thrown, 1))
    #expect(count.wrappedValue == 200)
    let read = engine.hold(.read)
    count.withLock { $0 = 2 }
    await read.reached()
    let saved = await #expect(throws: SharedStorageError.self) {
      try await forget {
        // Waits before the attempt with the lost answer has begun to write, and receives the result of the next.
        let saved = count.beginSaving()
        read.letGo()
        return saved
      }
    }
    #expect(isUnknown(saved, 2))
    #expect(count.wrappedValue == 200)
    #expect(engine.history("count") == [0, 1, 100, 200, 2, 100, 200])
  }

  @Test func incrementsStayExactIfRequestsAndAnswersAreLost() async throws {
    // The engine remembers all ids, because any number of foreign writes may come first.
    let engine = InMemorySharedEngine<Int>(rememberedWrites: 1_000)
    engine.store(0, in: "count")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for program in 1...4 {
        group.addTask {
          let count = try await counter(in: engine, program: "\(program)")
          for number in 1...100 {
            if number.isMultiple(of: 3) { engine.loseAnswers() }
            if number.isMultiple(of: 5) { engine.loseRequests() }
            try await count.withTransaction(attempts: .max) { $0 += 1 }
          }
        }
        group.addTask {
          let count = try await counter(in: engine, program: "queue \(program)", resolve: adding)
          for number in 1...100 {
            if number.isMultiple(of: 7) { engine.loseAnswers() }
            count.withLock { $0 += 1 }
            if number.isMultiple(of: 10) { try await saveInTheEnd(count) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(engine.stored("count").value == 800)
    #expect(engine.commitCount == 800)
  }
}

/// Saves, and repeats after temporary failures: many answers get lost, and sixteen conflicts in a row are possible.
private func saveInTheEnd(_ count: Shared<Int>) async throws {
  for _ in 1...1_000 {
    do {
      return try await count.save()
    } catch is SharedEngineDisconnected {
    } catch SharedStorageError.conflict {}
  }
  try await count.save()
}

/// A key whose first request arrives when the second is sent, after its answer was lost.
private struct LateKey: EngineKeyDouble {
  struct Request: Sendable { let value: Int, ticket: SharedVersion, id: UUID }

  let base: InMemoryEngineKey<Int>
  let first = Locked<[Request]>([])
  var id: String { "late" }

  func commit(
    _ value: Int,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Int, SharedVersion> {
    let earlier = first.withLock { first in
      defer { first.append(Request(value: value, ticket: ticket, id: writeID)) }
      return first.first
    }
    guard let earlier else { throw SharedEngineDisconnected() }
    _ = try await base.commit(earlier.value, earlier.ticket, writeID: earlier.id)
    return try await base.commit(value, ticket, writeID: writeID)
  }
}

/// A key whose connection sends each write twice, and answers with the result of the second.
private struct RepeatingKey: EngineKeyDouble {
  let base: InMemoryEngineKey<Int>
  var id: String { "repeating" }

  func commit(
    _ value: Int,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Int, SharedVersion> {
    _ = try await base.commit(value, ticket, writeID: writeID)
    return try await base.commit(value, ticket, writeID: writeID)
  }

  func resolve(base: Int?, mine: Int, theirs: Int?) -> Int? {
    self.base.resolve(base: base, mine: mine, theirs: theirs)
  }
}
