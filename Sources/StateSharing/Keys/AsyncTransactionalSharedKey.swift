public import Foundation

/// A key with remote storage, whose operations are asynchronous and may fail: a server, or a database on another
/// machine.
///
/// A change of a value with such a key shows at once, and is stored in the background with optimistic concurrency:
/// changes are stored in order, each on the condition that no other program has stored anything meanwhile. After a
/// conflict, ``resolve(base:mine:theirs:)`` merges both values, or the remote value wins and the lost change is in
/// `saveError`. `withTransaction` runs its closure on the stored value instead, repeats it after conflicts, and
/// returns when its change is stored.
///
/// A key reads in ``begin(_:)``, writes conditionally in ``commit(_:_:writeID:)``, and reports foreign changes, with
/// versions, in `subscribe`. The library handles pauses, retries, order and lost answers. All methods are called on
/// any thread, without a lock. They must respect the request's deadline, and throw when it has passed.
///
/// `subscribe` returns at once. From then on it reports three things:
///
/// - The stored value, as soon as there is a connection: at the beginning, unless the connection exists when it
///   returns, and after each reconnection. Delivering a known value is harmless. A key that only delivers later
///   changes misses what other programs store between ``begin(_:)`` and the first connection, or during an
///   interruption.
/// - Each foreign change, or at least the newest of several, deletions included; own changes may be among them. See
///   ``SharedSubscriber/yield(stored:)``.
/// - The connection: ``SharedConnectionState/degraded(_:)`` when it is lost. When it is restored, first the stored
///   value, then ``SharedConnectionState/connected``, immediately and not with the next change, because waiting
///   changes are retried then.
///
/// An error thrown by ``begin(_:)`` means that the storage can't be reached now; waiting changes are retried later.
/// If a retry is useless, throw ``SharedStorageError/refused(underlying:)``.
public protocol AsyncTransactionalSharedKey<Value>: SharedKey {
  /// The condition that ties a commit to the preceding read: usually the version.
  associatedtype Ticket: Sendable

  /// The clock for pauses between attempts and for the timeout of transactions; by default the system's clock.
  ///
  /// Return `nil` in tests that do not depend on time. Conflicts are then retried at once, and failures with the next
  /// change, with `save()`, or after a reconnection. A transaction that does not know whether its write is stored
  /// looks it up at most a thousand times.
  var clock: (any Clock<Duration>)? { get }

  /// The maximum number of waiting changes; by default a thousand. Beyond it, only the newest change is kept, and
  /// `saveError` reports it.
  var maximumOfWaitingChanges: Int { get }

  /// Reads the current stored value (a linearizable read).
  ///
  /// - Parameter request: The attempt and its deadline.
  /// - Returns: The stored value with the ids of the last writes, and the ticket for ``commit(_:_:writeID:)``.
  func begin(_ request: SharedTransactionRequest) async throws -> (stored: SharedStored<Value>, ticket: Ticket)

  /// Stores a value durably, if nothing has been stored since the ticket was issued.
  ///
  /// An error means that the outcome is unknown: the connection broke before the answer, or the deadline has passed,
  /// which the ticket can contain. Before a retry, the library looks the write up by its id. If the storage
  /// definitely rejects the value, throw ``SharedStorageError/refused(underlying:)``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - ticket: The ticket from ``begin(_:)`` or of the last conflict.
  ///   - writeID: The id to store with the value, before the ids of earlier writes: see ``SharedStored/writeIDs``.
  /// - Returns: The version of the value, or the foreign value that was stored meanwhile, if possible with its ticket.
  func commit(_ value: Value, _ ticket: Ticket, writeID: UUID) async throws -> SharedRemoteCommit<Value, Ticket>

  /// Ends a transaction without a change. Does nothing by default.
  ///
  /// - Parameter ticket: The ticket from ``begin(_:)`` or of a conflict.
  func rollback(_ ticket: Ticket) async

  /// Merges a local change with a foreign one.
  ///
  /// For a counter: `(theirs ?? 0) + mine - (base ?? 0)`. By default it returns `nil`, and the foreign value wins.
  ///
  /// Several waiting changes are merged one after the other: the base is then the change before, and `theirs` is its
  /// merged result. Called without a lock; must not change the value itself.
  ///
  /// - Parameters:
  ///   - base: The value before the change; `nil` if it was a default, before anything was known of the storage.
  ///   - mine: The value after the change.
  ///   - theirs: The stored value; `nil` if it was deleted.
  /// - Returns: The value to store, or `nil` to accept `theirs`. The lost change is then in `saveError`, as
  ///   ``SharedStorageError/externalConflict(path:lost:)``, and `save()` throws it.
  func resolve(base: Value?, mine: Value, theirs: Value?) -> Value?
}

extension AsyncTransactionalSharedKey {
  /// The system's clock.
  public var clock: (any Clock<Duration>)? { ContinuousClock() }

  /// A thousand.
  public var maximumOfWaitingChanges: Int { 1_000 }

  /// Nothing.
  public func rollback(_ ticket: Ticket) async {}

  /// `nil`: theirs is taken.
  public func resolve(base: Value?, mine: Value, theirs: Value?) -> Value? { nil }

  /// Reads the value in a transaction of its own.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    Task.detached {
      do {
        let (stored, ticket) = try await begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
        await rollback(ticket)
        if let value = stored.value {
          continuation.resume(returning: value, version: stored.version)
        } else {
          continuation.resumeReturningInitialValue(version: stored.version)
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// Stores the value in a transaction of its own, without a retry. References do not call it; they have transactions
  /// of their own.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    Task.detached {
      do {
        let (_, ticket) = try await begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
        switch try await commit(value, ticket, writeID: UUID()) {
        case .committed:
          continuation.resume()
        case .conflict(_, let ticket):
          if let ticket { await rollback(ticket) }
          continuation.resume(throwing: SharedStorageError.conflict(attempts: 1))
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}

/// The outcome of a commit to remote storage.
public enum SharedRemoteCommit<Value, Ticket> {
  /// The value is stored durably, in this version.
  case committed(SharedVersion)

  /// Another program was faster; this is the stored value. With a ticket, the first retries follow at once and commit
  /// to that value; without one, each retry reads it again.
  case conflict(SharedStored<Value>, ticket: Ticket? = nil)
}

extension SharedRemoteCommit: Sendable where Value: Sendable, Ticket: Sendable {}
