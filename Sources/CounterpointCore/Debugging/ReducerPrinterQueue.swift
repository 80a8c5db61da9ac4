import DequeModule
import CounterpointSupport

/// A serial queue that is bound to no actor.
///
/// `_ReducerPrinter`s print on one, so that printing does not block reducers and keeps the order of the actions. Safe
/// to use from any thread.
public final class ReducerPrinterQueue: Sendable {
  /// The queue of printers that name none.
  public static let shared = ReducerPrinterQueue()

  private struct Contents {
    var jobs = Deque<@Sendable () -> Void>()
    var isRunning = false
  }

  private let contents = Locked(Contents())

  /// Makes a queue of its own.
  public init() {}

  /// Appends a job.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    let isFirst = contents.withLock { contents in
      contents.jobs.append(job)
      defer { contents.isRunning = true }
      return !contents.isRunning
    }
    if isFirst { _ = Task.detached { self.run() } }
  }

  /// Returns when all jobs have run that came before this call.
  public func finish() async {
    await withCheckedContinuation { continuation in
      enqueue { continuation.resume() }
    }
  }

  private func run() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    contents.withLock { contents in
      let job = contents.jobs.popFirst()
      if job == nil { contents.isRunning = false }
      return job
    }
  }
}
