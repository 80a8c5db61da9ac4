@_spi(Internals) import CounterpointSupport
import Foundation
import StateSharing
@_spi(Internals) import StateSharingEtcd
import Testing

/// Two programs on one cluster in memory.
@Suite struct EtcdKeyTests {
  private let memory = InMemoryEtcd()

  private func counter(of program: EtcdCluster) -> Shared<Int> {
    Shared(
      wrappedValue: 0,
      .etcd("count", cluster: program) { @Sendable base, mine, theirs in (theirs ?? 0) + mine - (base ?? 0) }
    )
  }

  @Test func aReadInMemoryHasNoDeadline() async throws {
    let key = EtcdKey<Int>.etcd("count", cluster: .inMemory(memory))
    let late = SharedTransactionRequest(attempt: 1, deadline: .now - .seconds(60))
    #expect(try await key.begin(late).stored.value == nil)
  }

  private func text(of program: EtcdCluster) -> Shared<String> {
    Shared(wrappedValue: "", .etcd("text", cluster: program))
  }

  @Test func aStoredValueIsReadableByOthers() async throws {
    let count = counter(of: .inMemory(memory, prefix: "shop/"))
    count.withLock { $0 = 7 }
    try await count.save()
    #expect(memory.value(of: "shop/count") == Data("7".utf8))
  }

  @Test func changesOfAnotherProgramArrive() async throws {
    let (mine, theirs) = (text(of: .inMemory(memory)), text(of: .inMemory(memory)))
    try await mine.load()
    try await theirs.load()
    async let seen: Void = {
      for await value in mine.values where value == "hello" { return }
    }()
    theirs.withLock { $0 = "hello" }
    try await theirs.save()
    await seen
    #expect(mine.wrappedValue == "hello")
  }

  @Test func aLostConnectionIsReportedAsAnErrorOfEtcd() async throws {
    let key = EtcdKey<Int>.etcd("count", cluster: .inMemory(memory))
    let (results, continuation) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let subscription = key.subscribe(
      context: .initialValue(0),
      subscriber: SharedSubscriber(callback: { continuation.yield($0) })
    )
    defer { subscription.cancel() }
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.get() == .some(nil))
    memory.disconnect()
    guard case .failure(EtcdError.unreachable(let errors)) = await iterator.next() else {
      Issue.record("The connection was lost for another reason.")
      return
    }
    #expect(errors.keys.elementsEqual(["memory"]))
  }

  @Test func aClosedProgramIsCutOffAlone() async throws {
    let program = EtcdCluster.inMemory(memory)
    let key = EtcdKey<Int>.etcd("count", cluster: program)
    let (results, continuation) = AsyncStream.makeStream(of: Result<Int?, any Error>.self)
    let subscription = key.subscribe(
      context: .initialValue(0),
      subscriber: SharedSubscriber(callback: { continuation.yield($0) })
    )
    defer { subscription.cancel() }
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.get() == .some(nil))
    await program.close()
    guard case .failure(EtcdError.closed) = await iterator.next() else {
      Issue.record("The watch should have ended.")
      return
    }
    let request = SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(60))
    await #expect(throws: EtcdError.closed) { try await key.begin(request) }
    let others = counter(of: .inMemory(memory))
    try await others.withTransaction { $0 += 1 }
    #expect(memory.value(of: "count") == Data("1".utf8))
  }

  @Test func changesOfAProgramWithoutThisLibraryArrive() async throws {
    let mine = text(of: .inMemory(memory))
    try await mine.load()
    async let seen: Void = {
      for await value in mine.values where value == "typed" { return }
    }()
    memory.put(Data(#""typed""#.utf8), in: "text")
    await seen
    // It builds on the foreign value.
    try await mine.withTransaction { $0 += "!" }
    #expect(memory.value(of: "text") == Data(#""typed!""#.utf8))
  }

  @Test func spellingsOfANameAreDifferentValues() async throws {
    let program = EtcdCluster.inMemory(memory)
    let composed = Shared(wrappedValue: 0, .etcd("caf\u{e9}", cluster: program))
    let decomposed = Shared(wrappedValue: 0, .etcd("cafe\u{301}", cluster: program))
    try await composed.withTransaction { $0 = 1 }
    try await decomposed.withTransaction { $0 = 2 }
    #expect(composed.wrappedValue == 1 && decomposed.wrappedValue == 2)
  }

  @Test func incrementsOfTwoProgramsAddUp() async throws {
    let (mine, theirs) = (counter(of: .inMemory(memory)), counter(of: .inMemory(memory)))
    try await mine.withTransaction { $0 += 1 }
    theirs.withLock { $0 += 10 }
    try await theirs.save()
    mine.withLock { $0 += 100 }
    try await mine.save()
    #expect(memory.value(of: "count") == Data("111".utf8))
  }

  @Test func aDeletedValueHasAVersion() async throws {
    let count = counter(of: .inMemory(memory))
    count.withLock { $0 = 5 }
    try await count.save()
    memory.delete("count")
    try await count.withTransaction { $0 += 1 }
    // A transaction runs on the stored value: there was none, so the initial value counts.
    #expect(memory.value(of: "count") == Data("1".utf8))
  }

  @Test func aLostAnswerCountsOnce() async throws {
    let count = counter(of: .inMemory(memory))
    try await count.withTransaction { $0 += 1 }
    memory.loseAnswers()
    try await count.withTransaction { $0 += 1 }
    #expect(memory.value(of: "count") == Data("2".utf8))
    memory.loseRequests()
    try await count.withTransaction { $0 += 1 }
    #expect(memory.value(of: "count") == Data("3".utf8))
  }

  @Test func theFirstWriteLosesItsAnswerAndNotTheReadBeforeIt() async throws {
    let key = EtcdKey<Int>.etcd("count", cluster: .inMemory(memory))
    memory.loseAnswers()
    let (stored, ticket) = try await key.begin(SharedTransactionRequest(attempt: 1, deadline: .now))
    #expect(stored.value == nil)
    await #expect(throws: EtcdError.self) { try await key.commit(1, ticket, writeID: UUID()) }
    #expect(memory.value(of: "count") == Data("1".utf8))
  }

  /// Increments a number of a program whose connection is lost with the write, also for the lookup of the write.
  private func incrementLosingConnection(_ mine: Shared<Int>, _ connection: LossyConnection) async {
    memory.loseAnswers()
    connection.state.withLock { $0 = .lostWithNextWrite }
    mine.withLock { $0 += 1 }
    // Without a clock, the change waits for the next `save()` after its failure.
    await #expect(throws: EtcdError.self) { try await mine.save() }
    connection.state.withLock { $0 = .connected }
  }

  @Test func aLostAnswerIsFoundBehindMoreWritesThanAreRemembered() async throws {
    let connection = LossyConnection()
    let (mine, theirs) = (counter(of: connection.program(memory)), counter(of: .inMemory(memory)))
    try await mine.withTransaction { $0 += 1 }
    await incrementLosingConnection(mine, connection)
    for _ in 1...100 { try await theirs.withTransaction { $0 += 1 } }
    try await mine.save()
    #expect(memory.value(of: "count") == Data("102".utf8))
    #expect(mine.saveError == nil)
  }

  @Test func aLostAnswerBehindACompactionIsUncertain() async throws {
    let connection = LossyConnection()
    let (mine, theirs) = (counter(of: connection.program(memory)), counter(of: .inMemory(memory)))
    try await mine.withTransaction { $0 += 1 }
    await incrementLosingConnection(mine, connection)
    for _ in 1...100 { try await theirs.withTransaction { $0 += 1 } }
    memory.compact()
    await #expect(throws: SharedStorageError.self) { try await mine.save() }
  }

  @Test func theNewestValueArrivesAfterALostConnection() async throws {
    let (mine, theirs) = (text(of: .inMemory(memory)), text(of: .inMemory(memory)))
    try await mine.load()
    async let seen: Void = {
      for await value in mine.values where value == "after" { return }
    }()
    memory.disconnect()
    theirs.withLock { $0 = "after" }
    await #expect(throws: EtcdError.self) { try await theirs.save() }
    memory.connect()
    try await theirs.save()
    await seen
    #expect(mine.loadError == nil)
  }

  @Test func aValueOfAnotherTypeIsNotOverwritten() async throws {
    memory.put(Data(#"{"n":1}"#.utf8), in: "count")
    let count = counter(of: .inMemory(memory))
    count.withLock { $0 += 1 }
    await #expect { try await count.save() } throws: { error in
      guard case SharedStorageError.refused(let reason) = error, case EtcdError.notReadable(let key, _) = reason else {
        return false
      }
      return key == "count"
    }
    #expect(memory.value(of: "count") == Data(#"{"n":1}"#.utf8))
  }

  @Test func aValueWithALeaseGoesWithItsProcess() async throws {
    let (mine, theirs) = (EtcdCluster.inMemory(memory), EtcdCluster.inMemory(memory))
    let address = Shared(wrappedValue: "", .etcd("address", cluster: mine, lease: .seconds(5)))
    let other = Shared(wrappedValue: "", .etcd("address", cluster: theirs))
    try await address.withTransaction { $0 = "10.0.0.1" }
    try await other.load()
    #expect(other.wrappedValue == "10.0.0.1")
    await mine.close()
    #expect(memory.value(of: "address") == nil)
  }

  @Test func aValueIsStoredAgainAfterItsLeaseHasEnded() async throws {
    let count = Shared(wrappedValue: 0, .etcd("count", cluster: .inMemory(memory), lease: .seconds(5)))
    try await count.withTransaction { $0 += 1 }
    memory.expireLeases()
    #expect(memory.value(of: "count") == nil)
    try await count.withTransaction { $0 += 1 }
    #expect(memory.value(of: "count") == Data("1".utf8))
    memory.expireLeases()
    #expect(memory.value(of: "count") == nil)
  }

  @Test func writesThatFindTheSameLeaseEndedShareTheNextOne() async throws {
    let leases = ProcessLeases(EtcdCluster.inMemory(memory).client, duration: .seconds(5), isTimed: false)
    let ended = try await leases.renewedLease()
    memory.expireLeases()
    leases.forget(ended)
    let next = try await leases.renewedLease()
    leases.forget(ended)
    #expect(try await leases.renewedLease() == next)
    #expect(next != ended)
  }

  @Test func aRetryAfterAConflictDoesNotReadAgain() async throws {
    let key = EtcdKey<Int>.etcd("count", cluster: .inMemory(memory))
    let first = try await key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(60)))
    memory.put(Data("7".utf8), in: "count")
    guard case .conflict(let stored, let ticket?) = try await key.commit(1, first.ticket, writeID: UUID()) else {
      Issue.record("A conflict with a ticket was expected.")
      return
    }
    #expect(stored.value == 7)
    guard case .committed = try await key.commit(8, ticket, writeID: UUID()) else {
      Issue.record("The ticket should be valid.")
      return
    }
    #expect(memory.value(of: "count") == Data("8".utf8))
  }

  @Test func aDeletedValueHasNoTicket() async throws {
    let key = EtcdKey<Int>.etcd("count", cluster: .inMemory(memory))
    memory.put(Data("7".utf8), in: "count")
    let first = try await key.begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(60)))
    memory.delete("count")
    guard case .conflict(let stored, nil) = try await key.commit(8, first.ticket, writeID: UUID()) else {
      Issue.record("A conflict without a ticket was expected.")
      return
    }
    #expect(stored.value == nil)
  }
}

/// A connection that is lost with a write.
private final class LossyConnection: Sendable {
  enum State { case connected, lostWithNextWrite, lost }

  let state = Locked(State.connected)

  /// Returns a program whose requests fail while the connection is lost.
  func program(_ memory: InMemoryEtcd) -> EtcdCluster {
    var etcd = GuardedEtcd(memory)
    etcd.checkTransaction = { [self] transaction in
      let isLost = state.withLock { state in
        defer { if state == .lostWithNextWrite, !transaction.isRepeatable { state = .lost } }
        return state == .lost
      }
      if isLost { throw EtcdFault(code: 14, message: "The connection is lost.") }
    }
    return etcd.program()
  }
}
