@_spi(Internals) import CounterpointSupport

/// Runs tasks only on request, so that a test can check how far they run synchronously.
final class ManualExecutor: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs all jobs that are ready, including those that they make ready.
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
