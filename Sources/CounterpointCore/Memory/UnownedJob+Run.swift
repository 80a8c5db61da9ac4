extension UnownedJob {
  /// Runs the job on the current thread, as one of an executor.
  ///
  /// A job runs once: call this where the executor has received the job, and nowhere else.
  ///
  /// - Parameter executor: The preferred executor of the job's task. The caller retains it until the job has ended.
  func run(on executor: some TaskExecutor) {
    // Safe because the caller retains the executor, and has received the job to run it.
    unsafe runSynchronously(on: executor.asUnownedTaskExecutor())
  }
}
