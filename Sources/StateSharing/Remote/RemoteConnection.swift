import DependencyInjection
import Foundation

/// What a reference uses of a key whose storage is elsewhere, whatever the key's type.
struct RemoteConnection<Value>: Sendable {
  let clock: (any Clock<Duration>)?
  let limit: Int
  /// Where a reference is noted as long as it has changes that are not stored.
  let pendingWrites: PendingWrites
  let begin: @Sendable (SharedTransactionRequest) async throws -> RemoteTransaction<Value>
  let resolve: @Sendable (_ base: Value?, _ mine: Value, _ theirs: Value?) -> Value?
  /// The error that says which value is lost.
  let loss: @Sendable (Value) -> SharedStorageError
  /// The error that says of which value nobody knows whether it is stored.
  let doubt: @Sendable (Value) -> SharedStorageError

  init<Key: AsyncTransactionalSharedKey<Value>>(_ key: Key) {
    clock = key.clock
    limit = key.maximumOfWaitingChanges
    pendingWrites = DependencyValues._current.pendingWrites
    begin = { request in
      let (stored, ticket) = try await key.begin(request)
      return RemoteTransaction(
        stored: stored,
        commit: { try await key.commit($0, ticket, writeID: $1) },
        rollback: { await key.rollback(ticket) }
      )
    }
    resolve = { key.resolve(base: $0, mine: $1, theirs: $2) }
    loss = { .externalConflict(path: keyDescription(of: key), lost: $0) }
    doubt = { .unknownOutcome(key: keyDescription(of: key), value: $0) }
  }

  /// What a pause before the next attempt is at most: it doubles from 50 ms to 5 s. Anything up to that is as likely, so that those who
  /// lose to one another do not come back all at once.
  static func pause(after attempts: Int) -> Duration {
    let doublings = min(max(attempts - 1, 0), 7)
    let longest: Int64 = min(50 << doublings, 5_000)
    return .milliseconds(Int64.random(in: 0...longest))
  }
}

/// A transaction elsewhere that has begun. It ends with one of the two.
struct RemoteTransaction<Value>: @unchecked Sendable {
  // @unchecked because of the value: those of keys are Sendable.
  let stored: SharedStored<Value>
  let commit: @Sendable (Value, UUID) async throws -> SharedCommit<Value>
  let rollback: @Sendable () async -> Void
}
