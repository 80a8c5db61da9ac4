@_spi(Internals) import CounterpointCore
@_spi(Internals) import CounterpointSupport

/// The updates of a session that wait for their turn, in one job.
struct ScheduledUpdates: Sendable {
  typealias Update = @Sendable (isolated any Actor) -> Void

  /// The updates of view stores, because of shared values that have changed elsewhere.
  var updates: [Update] = []
  /// Whether there is a job.
  var isScheduled = false
}

extension SessionActor: UpdateSchedulingActor {
  nonisolated func schedule(_ update: @escaping @Sendable (isolated any Actor) -> Void) {
    scheduleJob(for: update)
  }

  /// Schedules a job that renders the page for the streams, unless there is one already.
  ///
  /// - Parameter update: Runs in the job, before the page is rendered.
  nonisolated func scheduleJob(for update: ScheduledUpdates.Update?) {
    let hasJob = updates.withLock { updates in
      if let update { updates.updates.append(update) }
      defer { updates.isScheduled = true }
      return updates.isScheduled
    }
    // The priority puts the job behind the requests of all sessions.
    if !hasJob { Task(priority: .utility) { [weak self] in await self?.update() } }
  }

  private func update() {
    let waiting = updates.withLock { updates in
      defer { updates = ScheduledUpdates() }
      return updates.updates
    }
    isRefreshing = true
    for update in waiting { update(self) }
    isRefreshing = false
    guard streams.count > 0, (try? checkLease()) != nil, let current else { return }
    refresh(current)
  }
}
