import CounterpointCore
import CounterpointSupport

/// The preferred executor of the task of one `.run`, which is inherited by its child tasks. It enqueues the jobs in
/// the driver of the test store, together with their effect.
final class EffectExecutor: TaskExecutor, @unchecked Sendable {
  // @unchecked because `progress` is accessed only with the driver's lock held.

  /// The progress of the task, which the driver owns.
  struct Progress {
    /// The serial number of the task, in the order in which tasks begin.
    var number = 0
    /// The settling for which the steps were counted.
    var settling = 0
    /// The number of jobs that have run in this settling.
    var steps = 0
    /// The deadlines of the task's sleeps on test clocks, by the identifiers of the sleeps.
    var deadlines: [UInt64: any Sendable] = [:]
    var standing = Standing.running
  }

  /// Whether jobs of the task are still run.
  enum Standing {
    case running
    /// The task exceeded the step limit and was canceled, but may run to its end.
    case warned
    /// The task exceeded the second limit too, and its jobs are not run any more.
    case stopped
  }

  var progress = Progress()

  /// The effect of the task; `nil` if the task belongs to no effect.
  let unit: EffectGroup?
  /// The source location of the effect's `.run`.
  let location: SourceLocation?
  let driver: TestDriver

  init(unit: EffectGroup?, location: SourceLocation?, driver: TestDriver) {
    self.unit = unit
    self.location = location
    self.driver = driver
  }

  func enqueue(_ job: consuming ExecutorJob) {
    driver.enqueue(UnownedJob(job), of: self)
  }
}
