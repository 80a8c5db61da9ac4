import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport

/// A number that says when its last copy has ended.
struct Ending: Sendable {
  final class Token: Sendable {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  let number: Int
  let token: Token
}

/// Stores numbers in an engine that knows only numbers, so that only the reference retains the values made from
/// them.
struct EndingKey: AsyncTransactionalSharedKey {
  let base: InMemoryEngineKey<Int>
  let end: @Sendable () -> Void
  let subscriber: Locked<SharedSubscriber<Ending>?>
  var id: InMemoryEngineKeyID { base.id }
  var clock: (any Clock<Duration>)? { nil }
  var maximumOfWaitingChanges: Int { 3 }

  func make(_ number: Int) -> Ending { Ending(number: number, token: Ending.Token(end)) }

  func subscribe(context: LoadContext<Ending>, subscriber: SharedSubscriber<Ending>) -> SharedSubscription {
    self.subscriber.withLock { $0 = subscriber }
    return SharedSubscription {}
  }

  func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Ending>, ticket: SharedVersion) {
    let (stored, ticket) = try await base.begin(request)
    return (made(stored), ticket)
  }

  func commit(
    _ value: Ending,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Ending, SharedVersion> {
    switch try await base.commit(value.number, ticket, writeID: writeID) {
    case .committed(let version): .committed(version)
    case .conflict(let stored, let ticket): .conflict(made(stored), ticket: ticket)
    }
  }

  private func made(_ stored: SharedStored<Int>) -> SharedStored<Ending> {
    SharedStored(value: stored.value.map(make), version: stored.version, writeIDs: stored.writeIDs)
  }
}

/// Changes a value elsewhere in all ways that end a copy of it, each of which reads the value.
func readInEveryEnd() async throws {
  let engine = InMemorySharedEngine<Int>()
  engine.store(0, in: "count")
  let place = Locked<Shared<Ending>?>(nil), count = Locked(0)
  let key = EndingKey(
    base: .engine("count", engine),
    end: {
      _ = place.withLock { $0 }?.wrappedValue
      count.withLock { $0 += 1 }
    },
    subscriber: Locked(nil)
  )
  let shared = try await Shared<Ending>(require: key)
  place.withLock { $0 = shared }
  // A conflict, with one that waits.
  let write = engine.hold(.write)
  shared.withLock { $0 = key.make(1) }
  await write.reached()
  shared.withLock { $0 = key.make(2) }
  engine.store(100, in: "count")
  write.letGo()
  do { try await shared.save() } catch { say("lost") }
  // An answer that is lost, and too many that wait.
  engine.loseAnswers()
  let read = engine.hold(.read)
  for number in 3...7 { shared.withLock { $0 = key.make(number) } }
  await read.reached()
  let isSaved = Task { try await shared.save() }
  read.letGo()
  do { try await isSaved.value } catch { try await shared.save() }
  // What others have stored meanwhile, twice.
  let answer = engine.hold(.answer)
  shared.withLock { $0 = key.make(8) }
  await answer.reached()
  let subscriber = key.subscriber.withLock { $0 }
  subscriber?.yield(key.make(98), version: SharedVersion(98))
  subscriber?.yield(key.make(99), version: SharedVersion(99))
  answer.letGo()
  try await shared.save()
  say("\(engine.history("count").compactMap { $0 })")
  say("\(count.withLock { $0 } > 0 ? "ended" : "kept")")
}

/// Makes more changes than may wait, twice.
func changeTooOften() async throws {
  let engine = InMemorySharedEngine<Int>()
  engine.store(0, in: "count")
  let count = try await Shared<Int>(require: .engine("count", engine, maximumOfWaitingChanges: 2))
  for _ in 1...2 {
    let hold = engine.hold(.read)
    for number in 1...5 { count.withLock { $0 = number } }
    await hold.reached()
    hold.letGo()
    try await count.save()
    if engine.history("count").count == 3 { say("stored") }
  }
}
