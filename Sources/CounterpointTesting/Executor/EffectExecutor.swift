import ControlledClocks
import CounterpointCore
@_spi(Internals) import CounterpointSupport
import Synchronization

/// The preferred executor of the task of one `.run`, which is inherited by its child tasks. It enqueues the jobs in
/// the driver of the test store, together with their effect.
final class EffectExecutor: TaskExecutor, @unchecked Sendable {
  // @unchecked because `progress` is accessed only with the driver's lock held.

  /// The progress of the task, which the driver owns.
  struct Progress {
    /// The serial number of the task, in the order in which tasks begin.
    var number = 0
    /// The number of the driver's run in which `jobCount` was counted.
    var run = 0
    /// The number of jobs that have run in that run of the driver.
    var jobCount = 0
    /// The deadlines of the task's sleeps on test clocks, by the identifiers of the sleeps.
    var deadlines: [UInt64: any Sendable] = [:]
    /// The tasks whose last job has ended without a sleep, an action or another job. Each has ended, or waits for
    /// something that the driver does not run.
    var unknownTasks: Set<TaskAddress> = []
    var status = Status.running
    /// A hash of what has happened to the task, if the order of tasks is scripted.
    var trace: UInt64 = 0
  }

  /// Whether jobs of the task are still run.
  enum Status {
    case running
    /// The task exceeded the job limit and was canceled, but may run to its end.
    case canceled
    /// The task exceeded the second limit too, and its jobs are not run any more.
    case stopped
  }

  var progress = Progress()

  private static let lastSerial = Atomic<UInt64>(0)
  /// Unique in the process, unlike the address of an executor that is released before another one is created.
  let serial = lastSerial.add(1, ordering: .relaxed).newValue

  /// The group of the task; `nil` if the task belongs to no effect.
  let effectGroup: EffectGroup?
  /// The source location of the effect's `.run`.
  let location: SourceLocation?
  let driver: TestDriver

  init(effectGroup: EffectGroup?, location: SourceLocation?, driver: TestDriver) {
    self.effectGroup = effectGroup
    self.location = location
    self.driver = driver
  }

  func enqueue(_ job: consuming ExecutorJob) {
    driver.enqueue(UnownedJob(job), of: self)
  }
}

// MARK: - Failure messages

extension EffectExecutor {
  /// The source location of the effect's `.run`, as text.
  var locationText: String { location.map { "\($0.fileID):\($0.line)" } ?? "an unknown location" }

  /// Reports that the effect exceeded the job limit.
  func reportJobLimit() {
    guard let effectGroup, let origin = effectGroup.origin else { return }
    let text = FailureText.endlessEffect(at: locationText, action: effectGroup.action, jobLimit: TestDriver.jobLimit)
    Failure(.hard, text, at: origin.location).report(.on, after: driver.missingOverrides.first)
  }
}

extension EffectExecutor.Progress {
  /// The reason for which the task waits, as text.
  var waitText: String {
    guard !deadlines.isEmpty else { return "it waits for something that the test store does not run" }
    guard !deadlines.values.contains(where: { $0 is EndlessSleep }) else { return Wait.endlessText }
    let times = deadlines.sorted { $0.key < $1.key }.map { "\($0.value)" }.joined(separator: " and until ")
    let text = "it sleeps on a test clock until \(times)"
    return unknownTasks.isEmpty
      ? text : "\(text), and a task beside may wait for something that the test store does not run"
  }
}

/// A hashable key for an unowned task executor, which itself can only be compared.
struct TaskExecutorKey: Hashable, Sendable {
  private let identity: UInt

  /// - Parameter executor: The executor. It may be deallocated already, because it is neither used nor retained.
  init(_ executor: UnownedTaskExecutor) {
    // The type is frozen: its first word is the address of the executor, by which `==` compares.
    identity = unsafe withUnsafeBytes(of: executor) { unsafe $0.load(as: UInt.self) }
  }
}

/// The address of the task of a job. Another task may have it when the task has ended.
struct TaskAddress: Hashable, Sendable {
  private let address: UInt

  init(_ job: UnownedJob) {
    // The type is frozen: it is the address of its task.
    address = unsafe withUnsafeBytes(of: job) { unsafe $0.load(as: UInt.self) }
  }
}
