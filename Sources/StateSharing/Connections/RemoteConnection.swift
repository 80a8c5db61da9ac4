import DependencyInjection
import Foundation

/// The type-erased operations of a key with remote storage.
struct RemoteConnection<Value>: Sendable {
  let clock: (any Clock<Duration>)?
  let limit: Int
  /// The registry of references with unsaved changes.
  let pendingWrites: PendingWrites
  let begin: @Sendable (SharedTransactionRequest) async throws -> RemoteTransaction<Value>
  let resolve: @Sendable (_ base: Value?, _ mine: Value, _ theirs: Value?) -> Value?
  /// Returns the error for a lost value.
  let loss: @Sendable (Value) -> SharedStorageError
  /// Returns the error for a value whose storage is uncertain.
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

  /// Returns a pause by exponential backoff with full jitter: from 50 ms to 5 s after a failure, from 4 ms to 64 ms
  /// after a conflict, because then the storage has answered, and another program was faster.
  static func pause(after attempts: Int, isFailure: Bool) -> Duration {
    let doublings = min(max(attempts - 1, 0), 7)
    let longest: Int64 = isFailure ? min(50 << doublings, 5_000) : min(4 << doublings, 64)
    return .milliseconds(Int64.random(in: 0...longest))
  }
}

/// An open remote transaction. It ends with `commit` or `rollback`.
struct RemoteTransaction<Value>: @unchecked Sendable {
  // @unchecked because of the value; the values of keys are Sendable.
  let stored: SharedStored<Value>
  let commit: @Sendable (Value, UUID) async throws -> SharedCommit<Value>
  let rollback: @Sendable () async -> Void
}
