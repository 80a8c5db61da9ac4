import Foundation

/// Runs jobs one after the other on a thread of its own, whose stack is as small as one likes.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
  // @unchecked because the jobs are guarded by the condition.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []
  private var isStopped = false
  private var nextStackSize: Int?

  init(stackSize: Int) {
    start(stackSize: stackSize)
  }

  /// Has the jobs after the current one run on another thread.
  func moveToThread(stackSize: Int) {
    condition.lock()
    nextStackSize = stackSize
    condition.unlock()
  }

  private func start(stackSize: Int) {
    let thread = Thread { [self] in run() }
    thread.stackSize = stackSize
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  /// Lets the thread end once nothing waits.
  func stop() {
    condition.lock()
    isStopped = true
    condition.signal()
    condition.unlock()
  }

  private func run() {
    while let job = next() {
      unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      if let stackSize = takeNextStackSize() { return start(stackSize: stackSize) }
    }
  }

  private func takeNextStackSize() -> Int? {
    condition.lock()
    defer { condition.unlock() }
    defer { nextStackSize = nil }
    return nextStackSize
  }

  private func next() -> UnownedJob? {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty, !isStopped { condition.wait() }
    return jobs.isEmpty ? nil : jobs.removeFirst()
  }
}

/// An actor that lives on a thread of its own.
actor ThreadActor {
  let executor: ThreadExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe executor.asUnownedSerialExecutor()
  }

  init(stackSize: Int = 256 * 1024) {
    self.executor = ThreadExecutor(stackSize: stackSize)
  }

  deinit {
    executor.stop()
  }

  func run<Value: Sendable>(_ body: @Sendable (isolated ThreadActor) async -> Value) async -> Value {
    await body(self)
  }
}
