/// An object that runs tasks on its own executors, and therefore knows when no job of them is left to run.
///
/// A clock finds the driver of a sleeping task by the task's executor preference. So it finds the driver of every
/// task that inherits the preference, but not of a task that escaped from it, such as a detached task.
package protocol WorkDriver: AnyObject, Sendable {
  /// Returns whether the driver runs tasks with this executor preference. The executor may only be compared, not
  /// used.
  func owns(_ executor: UnownedTaskExecutor) -> Bool

  /// Returns once no job is ready to run: each task has ended or is suspended. Call it from outside of these tasks.
  /// Stays on the caller's actor where possible, because switching executors would take most of the time.
  nonisolated(nonsending) func settle() async

  /// Notifies the driver that a task with this preference sleeps until a clock is advanced.
  ///
  /// - Parameters:
  ///   - sleep: The identifier of the sleep, unique in the process.
  ///   - executor: The executor preference of the task.
  ///   - deadline: The duration between the clock's zero and the end of the sleep.
  func taskFellAsleep(_ sleep: UInt64, on executor: UnownedTaskExecutor, until deadline: any Sendable)

  /// Notifies the driver that a sleep has ended, by waking or by cancellation. The task may not be running yet.
  func taskWoke(_ sleep: UInt64, on executor: UnownedTaskExecutor)
}
