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
      return RemoteTransaction(key, stored, ticket)
    }
    resolve = { key.resolve(base: $0, mine: $1, theirs: $2) }
    loss = { .externalConflict(path: keyDescription(of: key), lost: $0) }
    doubt = { .unknownOutcome(key: keyDescription(of: key), value: $0) }
  }

  /// Whether a retry with the ticket of a conflict follows at once, after a number of conflicts. Later ones pause and
  /// read again, so that many programs do not only disturb each other, and so that the key knows that it is urgent.
  static func retriesAtOnce(after conflicts: Int) -> Bool { conflicts < 8 }

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
  let commit: @Sendable (Value, UUID) async throws -> RemoteCommit<Value>
  let rollback: @Sendable () async -> Void

  init<Key: AsyncTransactionalSharedKey<Value>>(_ key: Key, _ stored: SharedStored<Value>, _ ticket: Key.Ticket) {
    self.stored = stored
    commit = { value, id in
      switch try await key.commit(value, ticket, writeID: id) {
      case .committed(let version): .committed(version)
      case .conflict(let stored, let ticket): .conflict(stored, next: ticket.map { RemoteTransaction(key, stored, $0) })
      }
    }
    rollback = { await key.rollback(ticket) }
  }
}

/// The outcome of a remote commit. After a conflict with a ticket, the next transaction is open already.
enum RemoteCommit<Value> {
  case committed(SharedVersion)
  case conflict(SharedStored<Value>, next: RemoteTransaction<Value>?)
}
