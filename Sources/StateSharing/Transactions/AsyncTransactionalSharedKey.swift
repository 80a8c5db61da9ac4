public import Foundation

/// A key whose storage is elsewhere, so that reading and writing it takes a while and may fail: a server, a database on another
/// machine.
///
/// A change of a value with such a key shows at once, and is stored in the background: each in its turn, if nobody else has
/// stored anything meanwhile. If somebody has, ``resolve(base:mine:theirs:)`` makes one value of both, or theirs is taken and the
/// lost one is in `saveError`. `withTransaction` instead runs its closure on what is stored, again as long as others are faster,
/// and returns when its change is stored.
///
/// What a key has to do is to read, in ``begin(_:)``; to write if nothing else has been written since, in
/// ``commit(_:_:writeID:)``; and to tell of the changes of others, in `subscribe`. These must come with versions. Pauses, retries,
/// the order and lost answers are the library's business. All methods are called on any thread, without a lock. They must not wait
/// for ever: honour the request's deadline, and throw when it has passed.
///
/// `subscribe` returns at once, and tells of three things from then on:
///
/// - What is stored, as soon as there is a connection: at the beginning, unless there is one when it returns, and again each time
///   that it was lost. It may be what the reference knows already, which does no harm. Who only waits for news misses what others
///   store between ``begin(_:)`` and the first connection, or while there is none.
/// - Each change that others make, at least the newest of several; one's own may be among them. Also a deletion: see
///   ``SharedSubscriber/yield(stored:)``.
/// - The connection: ``SharedConnectionState/degraded(_:)`` when it is lost, and when it is there again what is stored, then
///   ``SharedConnectionState/connected``, at once and not with the next change: changes that wait are tried again then.
///
/// An error that ``begin(_:)`` throws means that the storage can't be reached now: what waits is tried again later. Where trying
/// again is of no use, throw ``SharedStorageError/refused(underlying:)``.
public protocol AsyncTransactionalSharedKey<Value>: SharedKey {
  /// What ties a commit to what was read before: usually the version.
  associatedtype Ticket: Sendable

  /// What the pauses between two attempts are measured with, and the time that a transaction may take; by default the system's clock.
  ///
  /// `nil` in tests that have nothing to do with time: then it is tried again at once after a conflict; and after a failure with
  /// the next change, with `save()`, or when the connection is there again.
  /// A transaction that does not know whether its write is stored looks for it a thousand times at most.
  var clock: (any Clock<Duration>)? { get }

  /// How many changes may wait to be stored; by default a thousand. Of more, only the newest is kept, and `saveError` says so.
  var maximumOfWaitingChanges: Int { get }

  /// Reads what is stored now: not what was some time ago.
  ///
  /// - Parameter request: How long it may take.
  /// - Returns: What is stored, with the ids of the last writes, and what ``commit(_:_:writeID:)`` needs.
  func begin(_ request: SharedTransactionRequest) async throws -> (stored: SharedStored<Value>, ticket: Ticket)

  /// Stores a value durably, if nothing has been stored since the ticket was given.
  ///
  /// An error says that nobody knows whether the value has been stored, such as after a connection that broke before the answer
  /// came, or after the deadline of the request, which the ticket can hold. It is looked up then, by the id of the write, before anything is tried again. If the storage has said that it will not
  /// take the value, throw ``SharedStorageError/refused(underlying:)``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - ticket: What ``begin(_:)`` has returned.
  ///   - writeID: To be stored with the value, before the ids of earlier writes: see ``SharedStored/writeIDs``.
  /// - Returns: The version of the value, or what somebody else has stored meanwhile.
  func commit(_ value: Value, _ ticket: Ticket, writeID: UUID) async throws -> SharedCommit<Value>

  /// Ends a transaction without a change; by default there is nothing to do.
  ///
  /// - Parameter ticket: What ``begin(_:)`` has returned.
  func rollback(_ ticket: Ticket) async

  /// Makes one value of two, after somebody else has stored another meanwhile.
  ///
  /// For a counter: `(theirs ?? 0) + mine - (base ?? 0)`. By default there is none, and theirs is taken.
  ///
  /// Of several changes that wait each is resolved in its turn: its base is then the change before, and what came of that is
  /// theirs. Called without a lock, and must not change the value itself.
  ///
  /// - Parameters:
  ///   - base: What the change was made on; `nil` if that was a default, before anything was known of the storage.
  ///   - mine: What the change made of it.
  ///   - theirs: What is stored now; `nil` if it was deleted.
  /// - Returns: What to store instead, or `nil` to take theirs. The change is then in `saveError`, as
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

  /// Begins a transaction to read the value, and ends it.
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

  /// Stores the value in a transaction of its own, once. For who calls it: references have transactions of their own.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    Task.detached {
      do {
        let (_, ticket) = try await begin(SharedTransactionRequest(attempt: 1, deadline: .now + .seconds(5)))
        switch try await commit(value, ticket, writeID: UUID()) {
        case .committed: continuation.resume()
        case .conflict: continuation.resume(throwing: SharedStorageError.conflict(attempts: 1))
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }
}
