@_spi(Internals) import CounterpointSupport

/// The preferred executor of a task whose first job another task awaits: what the task does up to its first suspension.
///
/// It runs the jobs on the global executor. Safe to use from any thread.
final class FirstJobExecutor: TaskExecutor {
  private enum State: Sendable {
    /// The task has not been created.
    case idle
    case running
    case awaited(CheckedContinuation<Void, Never>)
    case ended
  }

  private let state = Locked(State.idle)

  func enqueue(_ job: consuming ExecutorJob) {
    let priority = TaskPriority(rawValue: job.priority.rawValue)
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      guard case .idle = state else { return false }
      state = .running
      return true
    }
    _ = Task.detached(priority: priority) {
      job.run(on: self)
      if isFirst { self.endFirstJob() }
    }
  }

  private func endFirstJob() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .ended }
      guard case .awaited(let waiter) = state else { return nil }
      return waiter
    }
    waiter?.resume()
  }

  /// Returns when the first job has ended. Call it once, after the creation of the task.
  func firstJob() async {
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if case .ended = state { return true }
        state = .awaited(continuation)
        return false
      }
      if hasEnded { continuation.resume() }
    }
  }
}
