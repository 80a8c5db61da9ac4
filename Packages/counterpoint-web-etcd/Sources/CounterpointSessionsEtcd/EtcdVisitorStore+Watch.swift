@_spi(Internals) import CounterpointSupport
import Foundation
@_spi(Internals) import StateSharingEtcd

extension EtcdVisitorStore {
  /// Follows the owners of all visitors, again after each lost connection, until the cluster is closed.
  func watch() async {
    let client = cluster.client
    while !Task.isCancelled {
      let member = client.member
      var pause = Duration.milliseconds(.random(in: 10...150))
      do {
        try await client.authorized(at: member, within: client.readLimit, isWatch: true) { token in
          let answers = client.watch(keys.watched, at: member, token: token)
          try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { [self] in try await follow(answers) }
            if let clock = cluster.clock { group.addTask { [self] in try await probe(clock) } }
            try await group.next()
          }
        }
      } catch EtcdError.closed {
        return
      } catch {
        if (error as? EtcdFault)?.isDenied ?? false { pause = .seconds(1) }
        client.turnAway(from: member)
      }
      // In memory the next watch waits by itself.
      guard let clock = cluster.clock else { continue }
      try? await clock.sleep(for: pause)
    }
  }

  /// Follows a watch until it ends.
  private func follow(_ answers: AsyncThrowingStream<EtcdWatchAnswer, any Error>) async throws {
    for try await answer in answers {
      switch answer {
      case .began:
        resumeAll()
        try await catchUp()
      case .events(let events, _): for event in events { receive(event) }
      case .compacted: return
      }
    }
  }

  /// Throws when the watch does not deliver what this node writes, because its connection can be lost without a notice:
  /// if the member has lost its power, for example. Then the node would never hear that another one wants a visitor.
  private func probe(_ clock: any Clock<Duration>) async throws {
    while true {
      try await clock.sleep(for: .seconds(2))
      // Nothing can be missed without visitors. A cluster that can't be reached says nothing about the watch.
      guard state.withLock({ !$0.owned.isEmpty }), let revision = try? await writeProbe() else { continue }
      try await clock.sleep(for: .seconds(2))
      guard state.withLock({ $0.probed >= revision }) else {
        throw EtcdFault(code: 14, message: "The watch does not deliver changes.")
      }
    }
  }

  /// Writes a key that only this node looks for, and returns its revision.
  private func writeProbe() async throws -> Int64 {
    let lease = try await leases.renewedLease()
    let probe = EtcdTransaction(success: [.putLeased(keys.probe(node), Data(), lease: lease)])
    return try await cluster.client.write(probe).revision
  }

  func receive(_ event: EtcdEvent) {
    if event.key == keys.probe(node) { return state.withLock { $0.probed = event.revision } }
    guard let (visitor, isOwner) = keys.visitor(of: event.key) else { return }
    let (revoke, waiting) = state.withLock { state -> ((@Sendable () -> Void)?, [Promise<Void>]) in
      let owned = state.owned[visitor]
      // An event before the acquisition says nothing about this owner.
      let revoke = owned.flatMap { $0.revision < event.revision ? $0.revoke : nil }
      guard isOwner else { return (event.value == nil ? nil : revoke, []) }
      // An acquisition deletes the wishes of the nodes that wait. In memory no timer lets them wish again.
      guard event.value == nil || cluster.clock == nil else { return (nil, []) }
      let waiting = state.waiting.removeValue(forKey: visitor) ?? []
      guard event.value == nil, revoke != nil else { return (nil, waiting) }
      state.owned[visitor] = nil
      return (revoke, waiting)
    }
    revoke?()
    for promise in waiting { promise.resume(with: .success(())) }
  }

  /// Lets all acquisitions try again, because events may have been missed.
  private func resumeAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      // The order of a dictionary differs in each run.
      return state.waiting.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    for promise in waiting { promise.resume(with: .success(())) }
  }

  /// Reads what the watch has missed: the owners of this node's visitors, and the wishes for them.
  private func catchUp() async throws {
    var rest = state.withLock { $0.owned.keys.sorted() }[...]
    while !rest.isEmpty {
      // etcd accepts 128 operations in a transaction.
      let visitors = rest.prefix(60)
      rest = rest.dropFirst(60)
      let read = EtcdTransaction(success: visitors.flatMap { [.get(keys.owner($0)), .get(keys.wish($0))] })
      let records = try await cluster.client.read(read, until: .now + .seconds(2)).records
      for (index, visitor) in visitors.enumerated() {
        let (owner, wish) = (records[2 * index], records[2 * index + 1])
        let revoke = state.withLock { state -> (@Sendable () -> Void)? in
          guard let owned = state.owned[visitor] else { return nil }
          if owner?.revision == owned.revision {
            return wish.map { $0.revision > owned.revision } ?? false ? owned.revoke : nil
          }
          // A visitor that this node has acquired since has a later revision than the owner that was read.
          guard owner.map({ $0.revision > owned.revision }) ?? false else { return nil }
          state.owned[visitor] = nil
          return owned.revoke
        }
        revoke?()
      }
    }
  }

  /// Gives all visitors up, because the lease of the node has ended.
  func revokeAll() {
    let owned = state.withLock { state in
      defer { state.owned = [:] }
      // They have ended with the lease.
      state.unreleased = [:]
      return state.owned.sorted { $0.key < $1.key }.map(\.value)
    }
    for each in owned { each.revoke() }
  }
}
