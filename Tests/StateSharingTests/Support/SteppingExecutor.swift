import CounterpointTestSupport
import Dispatch
@_spi(Internals) import CounterpointSupport
import StateSharing

/// Runs the first job of a task on request, and all later jobs at once.
final class SteppingExecutor: TaskExecutor {
  private let first = Locked<UnownedJob?>(nil)
  private let isOpen = Latch()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isOpen.isOpen {
      DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    } else {
      first.withLock { $0 = job }
    }
  }

  func runFirstStep() {
    let job = first.withLock { $0 }
    isOpen.open()
    unsafe job?.runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension Shared {
  /// Begins to save, and returns when the save waits for the storage.
  func beginSaving() -> Task<Void, any Error> {
    let executor = SteppingExecutor()
    let saved = Task(executorPreference: executor) { try await save() }
    executor.runFirstStep()
    return saved
  }
}
