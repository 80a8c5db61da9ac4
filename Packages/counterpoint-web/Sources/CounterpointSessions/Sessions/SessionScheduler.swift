/// Runs the executors of sessions, each one on one thread at a time.
protocol SessionScheduler: Sendable {
  /// The number of sessions that run at once while none is stuck.
  var width: Int { get }
  /// Returns the processor time of the calling thread.
  var processorTime: @Sendable () -> Duration { get }

  /// Runs an executor soon.
  ///
  /// - Parameters:
  ///   - executor: The executor, which has jobs of this kind.
  ///   - work: The kind of the jobs.
  func schedule(_ executor: SessionExecutor, for work: SessionThreads.Work)
}

/// The process in which a simulation runs a site.
package enum SimulatedProcess {
  /// Whether sites that are created now belong to a simulated process, which has no threads.
  @TaskLocal package static var isCurrent = false
}

/// Runs sessions in tasks, in the order that the simulation of their process chooses.
///
/// A simulated process runs one job at a time and takes no time to compute. So there are no turns, which protect
/// sessions from those that compute for long.
struct SessionTasks: SessionScheduler {
  // The same number on each computer, so that a seed gives the same run.
  let width = 2
  let processorTime: @Sendable () -> Duration = { .zero }

  func schedule(_ executor: SessionExecutor, for work: SessionThreads.Work) {
    Task.detached { executor.run(work, for: SessionThreads.slice) }
  }
}
