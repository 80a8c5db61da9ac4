#if Etcd

import CounterpointSupport
import StateSharingEtcd

/// The leases of a node in the cluster: one that it renews, for its ownership of visitors, and those after which
/// snapshots expire.
final class NodeLeases: Sendable {
  private struct State {
    var node: Task<Int64, any Error>?
    /// The time until which the node's lease is certainly valid.
    var validUntil: ContinuousClock.Instant?
    var expirations: [Duration: (lease: Task<Int64, any Error>, until: ContinuousClock.Instant)] = [:]
  }

  private let client: EtcdClient
  private let duration: Duration
  /// Whether leases expire with time. In memory, a test ends them.
  private let isTimed: Bool
  private let state = Locked(State())

  init(_ client: EtcdClient, duration: Duration, isTimed: Bool) {
    self.client = client
    self.duration = duration
    self.isTimed = isTimed
  }

  /// Whether the node's lease is certainly valid.
  var isValid: Bool {
    guard isTimed else { return true }
    return state.withLock { $0.validUntil.map { .now < $0 } ?? false }
  }

  /// Returns the lease of the node, and grants it at the first call.
  func nodeLease() async throws -> Int64 {
    let task = state.withLock { state in
      if let node = state.node { return node }
      let task = Task { [self] in
        let start = ContinuousClock.now
        let lease = try await client.grantLease(seconds: seconds(duration))
        renewed(at: start)
        return lease
      }
      state.node = task
      return task
    }
    do {
      return try await task.value
    } catch {
      state.withLock { if $0.node == task { $0.node = nil } }
      throw error
    }
  }

  /// Returns a lease that ends a time after now, at most a quarter later. Snapshots share such leases, because each
  /// one costs the cluster memory.
  func expiration(after lifetime: Duration) async throws -> Int64 {
    let task = state.withLock { state in
      if let (lease, until) = state.expirations[lifetime], .now < until { return lease }
      let task = Task { [self] in try await client.grantLease(seconds: seconds(lifetime + lifetime / 4)) }
      state.expirations[lifetime] = (task, .now + lifetime / 4)
      return task
    }
    do {
      return try await task.value
    } catch {
      state.withLock { if $0.expirations[lifetime]?.lease == task { $0.expirations[lifetime] = nil } }
      throw error
    }
  }

  /// Renews the node's lease until the task is canceled.
  ///
  /// - Parameter didEnd: Called when the lease has ended. The next acquisition grants another one.
  func run(didEnd: () -> Void) async {
    while (try? await Task.sleep(for: duration / 5)) != nil {
      guard let task = state.withLock(\.node), let lease = try? await task.value else { continue }
      let start = ContinuousClock.now
      do {
        if try await client.keepLeaseAlive(lease) {
          renewed(at: start)
          continue
        }
      } catch {
        // The lease may be renewed in the next attempt.
        if isValid { continue }
      }
      state.withLock { state in
        state.node = nil
        state.validUntil = nil
      }
      didEnd()
    }
  }

  /// Ends the node's lease.
  func end() async {
    let task = state.withLock { state in
      defer { state.node = nil }
      state.validUntil = nil
      return state.node
    }
    if let lease = try? await task?.value { try? await client.revokeLease(lease) }
  }

  private func renewed(at start: ContinuousClock.Instant) {
    // The cluster counts from a later time. The rest is for clocks that run at different speeds.
    state.withLock { $0.validUntil = start + duration * 9 / 10 }
  }

  private func seconds(_ duration: Duration) -> Int64 {
    duration.components.seconds + (duration.components.attoseconds > 0 ? 1 : 0)
  }
}

#endif
