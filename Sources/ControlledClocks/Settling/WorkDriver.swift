/// What runs tasks on executors of its own, and therefore knows when none of their jobs is left to run.
///
/// A clock finds the driver of a task that sleeps on it by the task's executor preference; so the driver is found for everything
/// that inherits the preference, and not for what has escaped from it.
package protocol WorkDriver: AnyObject, Sendable {
  /// Whether tasks with this preference are run by the driver. The executor may not be used for anything but comparing.
  func owns(_ executor: UnownedTaskExecutor) -> Bool

  /// Returns once no job is ready to run: each task has ended, or waits for something. To be called from outside of the tasks. Stays
  /// on the caller's actor where it can: going elsewhere and back would take most of the time.
  nonisolated(nonsending) func settle() async

  /// A task with this preference sleeps from now on, until a clock is moved.
  ///
  /// - Parameters:
  ///   - sleep: A number that tells the sleep from all others of the process.
  ///   - executor: The preference.
  ///   - deadline: How far after its zero the clock has to be.
  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable)

  /// A task with this preference doesn't sleep any more, whether it was woken or cancelled. It may not run yet.
  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor)
}
