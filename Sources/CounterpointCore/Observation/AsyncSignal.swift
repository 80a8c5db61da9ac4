@_spi(Internals) import CounterpointSupport

/// Resumes one waiting task. Signals that arrive before the task runs are coalesced. Thread-safe.
final class AsyncSignal: Sendable {
  private enum Phase {
    case idle
    case signaled
    case waiting(CheckedContinuation<Bool, Never>)
    /// The waiting task was resumed and does not run yet. Later signals are coalesced with the current one.
    case resumed
    case ended
  }

  private let phase = Locked(Phase.idle)

  /// Resumes the waiting task, or the next one that waits.
  func signal() {
    resume(isEnd: false)
  }

  /// Waits for a signal. Only one task may wait at a time.
  ///
  /// - Returns: `false` if the waiting task was canceled, also for all later calls.
  func wait(isolation: isolated (any Actor)?) async -> Bool {
    let isSignaled = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = phase.withLock { phase in
          switch phase {
          case .idle:
            phase = .waiting(continuation)
            return nil
          case .signaled, .resumed:
            phase = .resumed
            return true
          case .ended:
            return false
          case .waiting:
            preconditionFailure("Two tasks iterate one state sequence: make an iterator for each.")
          }
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      resume(isEnd: true)
    }
    phase.withLock { phase in
      if case .resumed = phase { phase = .idle }
    }
    return isSignaled
  }

  private func resume(isEnd: Bool) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Bool, Never>? in
      switch phase {
      case .waiting(let continuation):
        phase = isEnd ? .ended : .resumed
        return continuation
      case .idle, .signaled:
        phase = isEnd ? .ended : .signaled
        return nil
      case .resumed:
        if isEnd { phase = .ended }
        return nil
      case .ended:
        return nil
      }
    }
    continuation?.resume(returning: !isEnd)
  }
}
