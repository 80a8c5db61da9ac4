@_spi(Internals) import CounterpointSupport

/// The leases of a process in the cluster: one that it renews, and those after which keys expire.
@_spi(Internals) public final class ProcessLeases: Sendable {
  private struct State {
    var renewed: Task<Int64, any Error>?
    /// The id of the renewed lease, once the cluster has granted it.
    var lease: Int64?
    /// The time until which the renewed lease is certainly valid.
    var validUntil: ContinuousClock.Instant?
    var expirations: [Duration: (lease: Task<Int64, any Error>, until: ContinuousClock.Instant)] = [:]
  }

  private let client: EtcdClient
  private let duration: Duration
  private let isTimed: Bool
  private let state = Locked(State())

  /// Creates the leases.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - duration: The time after which the renewed lease ends when the process has ended.
  ///   - isTimed: Whether leases expire with time. In memory, a test ends them.
  public init(_ client: EtcdClient, duration: Duration, isTimed: Bool) {
    self.client = client
    self.duration = duration
    self.isTimed = isTimed
  }

  /// Whether the renewed lease is certainly valid.
  public var isValid: Bool {
    guard isTimed else { return true }
    return state.withLock { $0.validUntil.map { .now < $0 } ?? false }
  }

  /// Returns the renewed lease, and grants it at the first call.
  public func renewedLease() async throws -> Int64 {
    let task = state.withLock { state in
      if let renewed = state.renewed { return renewed }
      let task = Task { [self] in
        let start = ContinuousClock.now
        let lease = try await client.grantLease(seconds: seconds(duration))
        self.state.withLock { $0.lease = lease }
        noteRenewal(of: lease, at: start)
        return lease
      }
      state.renewed = task
      return task
    }
    do {
      return try await task.value
    } catch {
      state.withLock { if $0.renewed == task { $0.renewed = nil } }
      throw error
    }
  }

  /// Forgets a lease that the cluster does not know any more, so that the next call grants another one. Idempotent:
  /// writes that find the same lease ended share the next one.
  public func forget(_ lease: Int64) {
    state.withLock { state in
      guard state.lease == lease else { return }
      state.renewed = nil
      state.lease = nil
      state.validUntil = nil
    }
  }

  /// Returns a lease that ends a time after now, at most a quarter later. Keys share such leases, because each one
  /// costs the cluster memory.
  public func expiration(after lifetime: Duration) async throws -> Int64 {
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

  /// Forgets a lease of ``expiration(after:)`` that the cluster does not know any more, so that the next call grants
  /// another one: the cluster was restored from a backup, for example.
  public func forgetExpiration(_ lease: Int64, after lifetime: Duration) async {
    guard let task = state.withLock({ $0.expirations[lifetime]?.lease }), (try? await task.value) == lease else {
      return
    }
    state.withLock { if $0.expirations[lifetime]?.lease == task { $0.expirations[lifetime] = nil } }
  }

  /// Renews the renewed lease until the task is canceled.
  ///
  /// - Parameters:
  ///   - endsLapsed: Whether a lease that was not certainly valid for a time is ended, even if it still exists: because
  ///     callers of ``isValid`` have given up what it protects, and others would wait for them for ever.
  ///   - didEnd: Called when the lease has ended.
  public func run(endsLapsed: Bool = false, didEnd: () -> Void) async {
    while (try? await Task.sleep(for: duration / 5)) != nil {
      guard let task = state.withLock(\.renewed), let lease = try? await task.value else { continue }
      let start = ContinuousClock.now
      do {
        if try await client.keepLeaseAlive(lease) {
          if noteRenewal(of: lease, at: start, unlessLapsed: endsLapsed) { continue }
          // If this fails, the lease ends by itself, because it is not renewed again.
          try? await client.revokeLease(lease)
        }
      } catch {
        // The lease may be renewed in the next attempt.
        if isValid { continue }
      }
      forget(lease)
      didEnd()
    }
  }

  /// Ends the renewed lease, and deletes its keys.
  public func end() async {
    let task = state.withLock { state in
      defer { state.renewed = nil }
      state.lease = nil
      state.validUntil = nil
      return state.renewed
    }
    if let lease = try? await task?.value { try? await client.revokeLease(lease) }
  }

  /// Notes that the lease is valid.
  ///
  /// - Returns: Whether it is noted: not if the lease has lapsed, also during the renewal.
  @discardableResult
  private func noteRenewal(
    of lease: Int64,
    at start: ContinuousClock.Instant,
    unlessLapsed: Bool = false
  ) -> Bool {
    state.withLock { state in
      guard state.lease == lease else { return true }
      if unlessLapsed, isTimed, state.validUntil.map({ $0 <= .now }) ?? true { return false }
      // The cluster counts from a later time. The rest is for clocks that run at different speeds.
      state.validUntil = start + duration * 9 / 10
      return true
    }
  }

  private func seconds(_ duration: Duration) -> Int64 {
    duration.components.seconds + (duration.components.attoseconds > 0 ? 1 : 0)
  }
}
