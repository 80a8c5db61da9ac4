@_spi(Internals) import CounterpointSupport
import Foundation
import StateSharing

/// The one watch of a cluster: it follows all keys with the cluster's prefix, and hands the changes out by key.
///
/// It runs as long as it has a follower. After each connection the followers' values are read, so a change that was
/// missed meanwhile arrives. Each member of the cluster that does not answer a heartbeat within two seconds is left.
/// The connection of a watch can be lost without a notice while heartbeats are answered, so the values are also read
/// every half a minute, and a watch that has missed a change, or has not begun after two seconds, is replaced.
final class EtcdWatch: Sendable {
  /// A follower of a key. Its functions are called from any thread, in order.
  struct Follower: Sendable {
    /// The name of the key, with the prefix.
    let key: Data
    /// Reads and delivers the stored value, and returns the revision of its last change, 0 if there is none. Throws if
    /// the cluster can't be reached.
    let refresh: @Sendable () async throws -> Int64
    let receive: @Sendable (EtcdEvent) -> Void
    let report: @Sendable (SharedConnectionState) -> Void
  }

  private struct Entry {
    let number: Int
    let follower: Follower
    /// The revision that the watch has delivered last, or that was read at its beginning; 0 for an absent value, and
    /// `nil` if nothing was read yet.
    var revision: Int64?
  }

  /// A value that was read, and that the watch has not delivered.
  private struct Missing {
    let number: Int
    /// The revision that the watch had delivered instead.
    let revision: Int64
  }

  private struct State {
    /// In the order in which they were added.
    var followers: [Entry] = []
    var lastNumber = 0
    var task: Task<Void, Never>?
    var isConnected = false
    /// Whether the followers know that the connection is lost.
    var isReported = false
    var lostSince: ContinuousClock.Instant?
  }

  private let client: EtcdClient
  private let prefix: Data
  /// The clock of heartbeats and pauses; `nil` in tests in memory, which have none.
  private let clock: (any Clock<Duration>)?
  private let state = Locked(State())

  init(_ client: EtcdClient, prefix: Data, clock: (any Clock<Duration>)?) {
    self.client = client
    self.prefix = prefix
    self.clock = clock
  }

  deinit { state.withLock { $0.task?.cancel() } }

  func add(_ follower: Follower) -> SharedSubscription {
    let (number, isConnected) = state.withLock { state in
      state.lastNumber += 1
      state.followers.append(Entry(number: state.lastNumber, follower: follower))
      if state.task == nil {
        state.task = Task.detached { [weak self] in
          while !Task.isCancelled, let pause = await self?.watchOnce() { try? await pause() }
        }
      }
      return (state.lastNumber, state.isConnected)
    }
    if isConnected { Task.detached { [weak self] in try? await self?.refresh([number], isFirst: true) } }
    return SharedSubscription { [weak self] in self?.remove(number) }
  }

  private func remove(_ number: Int) {
    let (task, follower) = state.withLock { state in
      let index = state.followers.firstIndex { $0.number == number }
      let follower = index.map { state.followers.remove(at: $0) }
      guard state.followers.isEmpty else { return (Task<Void, Never>?.none, follower) }
      defer { state.task = nil }
      state.isConnected = false
      return (state.task, follower)
    }
    task?.cancel()
    withExtendedLifetime(follower) {}
  }

  /// Ends the watch. The client must be closed, so that no other one begins.
  func close() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
    lose(because: .closed)
  }

  /// Watches at one member until the connection is lost.
  ///
  /// - Returns: A pause before the next attempt; `nil` if there is none.
  private func watchOnce() async -> (@Sendable () async throws -> Void)? {
    let member = client.member
    var pause = Duration.milliseconds(Int64.random(in: 10...150))
    do {
      try await client.authorized(at: member, within: client.readLimit, isWatch: true) { token in
        try await follow(at: member, token)
      }
    } catch {
      guard !Task.isCancelled else { return nil }
      client.turnAway(from: member)
      let isDenied = (error as? EtcdFault)?.isDenied ?? false
      if isDenied { pause = .seconds(1) }
      let key = String(decoding: prefix, as: UTF8.self)
      let reason: EtcdError = isDenied ? .permissionDenied(key: key) : client.failure(error, at: member)
      lose(because: reason)
      if reason == .closed { return nil }
    }
    guard let clock else { return { await Task.yield() } }
    return { [pause] in try await clock.sleep(for: pause) }
  }

  private func follow(at member: Int, _ token: String?) async throws {
    let answers = client.transport.watch(prefix: prefix, from: nil, at: member, token: token)
    let hasBegun = Locked(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        for try await answer in answers {
          switch answer {
          case .began:
            hasBegun.withLock { $0 = true }
            try await connect()
          case .events(let events, _): deliver(events)
          case .compacted: throw EtcdFault(code: 11, message: "The history was compacted.")
          }
        }
        throw EtcdFault(code: 14, message: "The watch has ended.")
      }
      if let clock {
        // etcd refuses an empty key.
        let heartbeat = EtcdTransaction(success: [.getLocally(prefix.isEmpty ? Data([0]) : prefix)])
        group.addTask { [self] in
          var missing: [Missing] = []
          for beat in 1... {
            try await clock.sleep(for: .seconds(1))
            _ = try await client.transport.perform(heartbeat, at: member, token: token, within: .seconds(2))
            if beat > 1, !hasBegun.withLock(\.self) { throw EtcdFault(code: 14, message: "The watch has not begun.") }
            // A change that was on its way has arrived by now.
            if hasMissed(missing) { throw EtcdFault(code: 14, message: "The watch has missed a change.") }
            // Versions of etcd before 3.4.31 can lose events, too.
            missing = beat % 30 == 0 ? try await refresh(isFirst: false) : []
          }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func connect() async throws {
    // Read after the beginning of the watch, so that no change is between the two.
    state.withLock { state in for index in state.followers.indices { state.followers[index].revision = nil } }
    try await refresh(isFirst: true)
    let (reports, added) = state.withLock { state in
      state.isConnected = true
      state.isReported = false
      state.lostSince = nil
      let added = state.followers.filter { $0.revision == nil }.map(\.number)
      return (state.followers.map(\.follower.report), added)
    }
    for report in reports { report(.connected) }
    // Followers that were added during the read.
    if !added.isEmpty { try await refresh(added, isFirst: true) }
  }

  /// Reads and delivers the values of followers.
  ///
  /// - Parameters:
  ///   - numbers: The followers; `nil` for all.
  ///   - isFirst: Whether the watch has delivered nothing yet.
  /// - Returns: The values that the watch has not delivered.
  @discardableResult
  private func refresh(_ numbers: [Int]? = nil, isFirst: Bool) async throws -> [Missing] {
    var missing: [Missing] = []
    for entry in state.withLock({ $0.followers }) where numbers?.contains(entry.number) ?? true {
      let revision = try await entry.follower.refresh()
      state.withLock { state in
        guard let index = state.followers.firstIndex(where: { $0.number == entry.number }) else { return }
        guard let known = state.followers[index].revision else { return state.followers[index].revision = revision }
        // A change that was delivered during the read may be newer than what was read.
        if !isFirst, known == entry.revision, known != revision {
          missing.append(Missing(number: entry.number, revision: known))
        }
      }
    }
    return missing
  }

  /// Returns whether the watch has still not delivered a value that was read.
  private func hasMissed(_ missing: [Missing]) -> Bool {
    state.withLock { state in
      missing.contains { missing in
        state.followers.contains { $0.number == missing.number && $0.revision == missing.revision }
      }
    }
  }

  private func deliver(_ events: [EtcdEvent]) {
    for event in events {
      let followers = state.withLock { state in
        state.followers.indices.filter { state.followers[$0].follower.key == event.key }.map { index in
          state.followers[index].revision = event.value == nil ? 0 : event.revision
          return state.followers[index].follower
        }
      }
      for follower in followers { follower.receive(event) }
    }
  }

  /// Reports a lost connection, unless it has been lost for less than one and a half seconds and may come back.
  private func lose(because error: EtcdError) {
    let reports = state.withLock { state in
      state.isConnected = false
      let since = state.lostSince ?? .now
      state.lostSince = since
      let isLong = clock == nil || error == .closed || ContinuousClock.now - since > .milliseconds(1500)
      guard !state.isReported, isLong else { return [@Sendable (SharedConnectionState) -> Void]() }
      state.isReported = true
      return state.followers.map(\.follower.report)
    }
    for report in reports { report(.degraded(error)) }
  }
}
