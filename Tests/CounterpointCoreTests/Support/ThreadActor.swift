import CDispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

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

  /// Moves later jobs to another thread.
  ///
  /// Call it from elsewhere: two calls of an actor's methods in a row may be one job.
  func moveToThread(stackSize: Int) {
    condition.lock()
    nextStackSize = stackSize
    condition.signal()
    condition.unlock()
  }

  /// The guard area behind the stack is as big as any function's frame. A smaller one could be skipped by an overflow
  /// into the stack of another thread.
  private func start(stackSize: Int) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    unsafe pthread_attr_setguardsize(&attributes, 64 * 1024 * 1024)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let result = unsafe pthread_create(
      &thread,
      &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<ThreadExecutor>.fromOpaque(context).takeRetainedValue().run()
        return nil
      },
      context
    )
    precondition(result == 0, "No thread could be made: error \(result).")
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  /// Waits until another job is in the queue. Call it in a job of this executor.
  func waitForNextJob() {
    condition.lock()
    while jobs.isEmpty { condition.wait() }
    condition.unlock()
  }

  /// Waits until another job is in the queue, and runs it. Call it in a job of this executor, as a nested run loop
  /// does.
  func runNextJob() {
    waitForNextJob()
    condition.lock()
    let job = jobs.removeFirst()
    condition.unlock()
    unsafe job.runSynchronously(on: asUnownedSerialExecutor())
  }

  /// Lets the thread end once nothing waits.
  func stop() {
    condition.lock()
    isStopped = true
    condition.signal()
    condition.unlock()
  }

  private enum Step {
    case run(UnownedJob)
    case move(stackSize: Int)
    case stop
  }

  private func run() {
    while true {
      switch next() {
      case .run(let job): unsafe job.runSynchronously(on: asUnownedSerialExecutor())
      case .move(let stackSize): return start(stackSize: stackSize)
      case .stop: return
      }
    }
  }

  private func next() -> Step {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let stackSize = nextStackSize {
        nextStackSize = nil
        return .move(stackSize: stackSize)
      }
      if !jobs.isEmpty { return .run(jobs.removeFirst()) }
      if isStopped { return .stop }
      condition.wait()
    }
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
