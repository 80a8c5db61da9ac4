import CounterpointTestSupport
import Foundation
@_spi(Internals) import CounterpointSupport
import StateSharing
import StateSharingTestSupport

/// A key of an engine that records the calls, and rejects those that a test chooses.
struct WatchedKey: EngineKeyDouble {
  final class Log: Sendable {
    let requests = Recorder<SharedTransactionRequest>()
    let tickets = Recorder<SharedVersion>()
    let commits = Recorder<Int>()
    let rollbacks = Recorder<SharedVersion>()
    /// The numbers of the rejected calls of `begin` and `commit`, counted from one, including the first load.
    let refusals = Locked((requests: Set<Int>(), commits: Set<Int>()))

    /// Whether all transactions have ended.
    var isEven: Bool { tickets.entries.count == commits.entries.count + rollbacks.entries.count }
  }

  let base: InMemoryEngineKey<Int>
  let log: Log
  var id: ObjectIdentifier { ObjectIdentifier(log) }
  var clock: (any Clock<Duration>)? { base.clock }

  func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Int>, ticket: SharedVersion) {
    log.requests.note(request)
    if log.refusals.withLock({ $0.requests.contains(log.requests.entries.count) }) { throw refusal }
    let (stored, ticket) = try await base.begin(request)
    log.tickets.note(ticket)
    return (stored, ticket)
  }

  func commit(
    _ value: Int,
    _ ticket: SharedVersion,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Int, SharedVersion> {
    log.commits.note(value)
    if log.refusals.withLock({ $0.commits.contains(log.commits.entries.count) }) { throw refusal }
    return try await base.commit(value, ticket, writeID: writeID)
  }

  func rollback(_ ticket: SharedVersion) async {
    log.rollbacks.note(ticket)
  }

  func resolve(base: Int?, mine: Int, theirs: Int?) -> Int? {
    self.base.resolve(base: base, mine: mine, theirs: theirs)
  }

  private var refusal: SharedStorageError { .refused(underlying: Failure(name: "watched")) }
}
