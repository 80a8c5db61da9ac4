import CounterpointSupport

/// Runs tasks only when a test says so, so that it can be seen how far they go by themselves.
final class ManualExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs what is ready, and what that makes ready.
  func run() {
    while true {
      let ready = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      if ready.isEmpty { return }
      for job in ready { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }
}
