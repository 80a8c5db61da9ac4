import CounterpointCore

/// What the task of one `.run` prefers to run on, with all that inherits the preference: it hands the jobs to the driver of
/// its test store, and tells there whose they are.
final class EffectExecutor: TaskExecutor, @unchecked Sendable {
  // @unchecked because `progress` is touched with the driver's lock held only.

  /// What the task has done. Belongs to the driver.
  struct Progress {
    /// Tells the task from the effect's others, in the order in which they began.
    var number = 0
    /// When the steps were counted.
    var settling = 0
    /// How many jobs have run since then.
    var steps = 0
    /// Until when the tasks sleep on test clocks, by the numbers of the sleeps.
    var deadlines: [UInt64: any Sendable] = [:]
    var standing = Standing.running
  }

  /// Whether the jobs are still run.
  enum Standing {
    case running
    /// The task went on for ever, and was cancelled: it may end.
    case warned
    /// It went on even so: its jobs don't run any more.
    case stopped
  }

  var progress = Progress()

  /// What the task is a part of; `nil` if it is no effect.
  let unit: EffectUnit?
  /// Where the effect's `.run` is.
  let location: EffectLocation?
  let driver: TestDriver

  init(unit: EffectUnit?, location: EffectLocation?, driver: TestDriver) {
    self.unit = unit
    self.location = location
    self.driver = driver
  }

  func enqueue(_ job: consuming ExecutorJob) {
    driver.enqueue(UnownedJob(job), of: self)
  }
}
