@_spi(Internals) import CounterpointSupport
import DependencyInjection
public import Foundation
@_spi(Internals) public import StateSharing

extension SharedReaderKey {
  /// Returns the key of a value in an etcd cluster.
  ///
  /// `withLock` shows a change at once and stores it in the background. If another program was faster, `resolve`
  /// merges both values; without one, the other program's value wins, and `saveError` has the lost change.
  /// `withTransaction` changes the stored value. `save()` returns when a majority of the members has the value.
  ///
  /// ```swift
  /// @Shared(.etcd("visits", resolve: { base, mine, theirs in (theirs ?? 0) + mine - (base ?? 0) })) var visits = 0
  /// ```
  ///
  /// The value is JSON under the cluster's prefix and its name. Beside it, under the name with `~writes` at its end,
  /// are the ids of the last writes.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - cluster: The cluster; by default the dependency `etcd`.
  ///   - lease: How long the value is kept after the process that stored it last has ended, at least 2 seconds: for a
  ///     value that goes with its process, such as its address. Then it is deleted, and others show their default. By
  ///     default it is kept. Without a connection for as long, it is deleted, too, until the process stores it again.
  ///   - resolve: Merges two values, see `AsyncTransactionalSharedKey/resolve(base:mine:theirs:)`.
  public static func etcd<Value: Codable & Sendable>(
    _ name: String,
    cluster: EtcdCluster? = nil,
    lease: Duration? = nil,
    resolve: @escaping @Sendable (_ base: Value?, _ mine: Value, _ theirs: Value?) -> Value? = { _, _, _ in nil }
  ) -> Self where Self == EtcdKey<Value> {
    EtcdKey(name, in: cluster ?? DependencyValues._current.etcd, lease: lease, resolve: resolve)
  }
}

/// The key of a value in an etcd cluster: `.etcd("name")`.
public struct EtcdKey<Value: Codable & Sendable>: AsyncTransactionalSharedKey {
  private let name: String
  private let cluster: EtcdCluster
  private let lease: Duration?
  private let merge: @Sendable (Value?, Value, Value?) -> Value?
  private let record: EtcdValueRecord

  init(
    _ name: String,
    in cluster: EtcdCluster,
    lease: Duration?,
    resolve: @escaping @Sendable (Value?, Value, Value?) -> Value?
  ) {
    self.name = name
    self.cluster = cluster
    self.lease = lease.map { max($0, .seconds(2)) }
    merge = resolve
    record = EtcdValueRecord(key: cluster.prefix + name)
  }

  /// The cluster and the name.
  public var id: EtcdKeyID { EtcdKeyID(cluster: cluster.identity, key: Array(record.key.utf8)) }

  /// The cluster's clock.
  public var clock: (any Clock<Duration>)? { cluster.clock }

  /// Merges two values.
  public func resolve(base: Value?, mine: Value, theirs: Value?) -> Value? { merge(base, mine, theirs) }

  /// Reads the stored value from a majority of the members.
  public func begin(
    _ request: SharedTransactionRequest
  ) async throws -> (stored: SharedStored<Value>, ticket: EtcdTicket) {
    try await translated {
      let ticket = try await record.read(cluster.client, since: request.since, until: deadline(request.deadline))
      return (try stored(ticket), ticket)
    }
  }

  /// Stores the value, unless another program has stored one since.
  public func commit(
    _ value: Value,
    _ ticket: EtcdTicket,
    writeID: UUID
  ) async throws -> SharedRemoteCommit<Value, EtcdTicket> {
    let encoder = JSONEncoder.forStorage()
    encoder.outputFormatting = .sortedKeys
    let data: Data
    do { data = try encoder.encode(value) } catch { throw SharedStorageError.refused(underlying: error) }
    return try await translated(bytes: data.count) {
      switch try await write(data, ticket, writeID) {
      case .stored(let version): .committed(version)
      case .conflict(let ticket): .conflict(try stored(ticket), ticket: ticket.lacksVersion ? nil : ticket)
      }
    }
  }

  private func write(_ data: Data, _ ticket: EtcdTicket, _ id: UUID) async throws -> EtcdValueRecord.Outcome {
    let client = cluster.client
    guard let leases = lease.map(cluster.leases(of:)) else {
      return try await record.write(data, lease: nil, ticket, id, client)
    }
    let lease = try await leases.renewedLease()
    do {
      return try await record.write(data, lease: lease, ticket, id, client)
    } catch let fault as EtcdFault where fault.isLeaseLost {
      // The process was stopped or cut off for too long, and nothing was stored.
      leases.forget(lease)
      return try await record.write(data, lease: leases.renewedLease(), ticket, id, client)
    }
  }

  /// Follows the value by the cluster's one watch.
  public func subscribe(context: LoadContext<Value>, subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    cluster.watch.add(
      EtcdWatch.Follower(
        key: Data(record.key.utf8),
        refresh: {
          do {
            let ticket = try await translated {
              try await record.read(cluster.client, since: nil, until: deadline(.now + .seconds(5)))
            }
            do { subscriber.yield(stored: try stored(ticket)) } catch { subscriber.yield(throwing: error) }
            return ticket.valueRevision
          } catch let error as SharedStorageError {
            // A key that the user may not read does not end the watch of the others.
            subscriber.yield(throwing: error)
            return 0
          }
        },
        receive: { event in
          do {
            let value = try event.value.map(decode)
            subscriber.yield(
              stored: SharedStored(value: value, version: SharedVersion(UInt64(event.revision)))
            )
          } catch {
            subscriber.yield(throwing: error)
          }
        },
        report: { subscriber.yieldConnection($0) }
      )
    )
  }

  /// Returns the deadline of a read: none in memory, where nothing depends on time.
  private func deadline(_ instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    clock == nil ? .now + .seconds(1_000_000_000) : instant
  }

  private func stored(_ ticket: EtcdTicket) throws -> SharedStored<Value> {
    SharedStored(value: try ticket.value.map(decode), version: ticket.version, writeIDs: ticket.writeIDs)
  }

  private func decode(_ data: Data) throws -> Value {
    do {
      return try JSONDecoder.forStorage().decode(Value.self, from: data)
    } catch {
      throw SharedStorageError.refused(underlying: EtcdError.notReadable(key: record.key, reason: "\(error)."))
    }
  }

  /// Turns errors that a retry can't change into refusals.
  private func translated<Result>(bytes: Int = 0, _ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let fault as EtcdFault {
      if fault.isDenied { throw SharedStorageError.refused(underlying: EtcdError.permissionDenied(key: record.key)) }
      if fault.isTooLarge {
        throw SharedStorageError.refused(underlying: EtcdError.tooLarge(key: record.key, bytes: bytes))
      }
      if fault.isWrongLogin { throw EtcdError.authenticationFailed(fault.message) }
      throw fault
    }
  }
}

extension EtcdKey: CustomStringConvertible {
  /// The key as it is written in code, without the cluster: `.etcd("name")`.
  public var description: String { ".etcd(\(String(reflecting: name)))" }
}

/// The identity of a value: its cluster and its name there.
public struct EtcdKeyID: Hashable, Sendable {
  let cluster: String
  /// The bytes, because the cluster has two spellings of "é" as different keys.
  let key: [UInt8]
}
