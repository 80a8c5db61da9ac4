import CounterpointSupport

/// Wakes one waiting task, once for any number of signals that arrive before it runs.
///
/// Safe to use from any thread.
final class Wakeup: Sendable {
  private enum Phase {
    case quiet
    case signaled
    case waiting(CheckedContinuation<Bool, Never>)
    /// The waiting task has been resumed and does not run yet: it will see all that later signals are about.
    case woken
    case ended
  }

  private let phase = Locked(Phase.quiet)

  /// Wakes the waiting task, or the one that waits next.
  func signal() {
    resume(isEnd: false)
  }

  /// Waits for a signal; only one task may wait at a time.
  ///
  /// - Returns: `false` if the waiting task was canceled, from then on.
  func wait(isolation: isolated (any Actor)?) async -> Bool {
    let isSignaled = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = phase.withLock { phase in
          switch phase {
          case .quiet:
            phase = .waiting(continuation)
            return nil
          case .signaled, .woken:
            phase = .woken
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
      if case .woken = phase { phase = .quiet }
    }
    return isSignaled
  }

  private func resume(isEnd: Bool) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Bool, Never>? in
      switch phase {
      case .waiting(let continuation):
        phase = isEnd ? .ended : .woken
        return continuation
      case .quiet, .signaled:
        phase = isEnd ? .ended : .signaled
        return nil
      case .woken:
        if isEnd { phase = .ended }
        return nil
      case .ended:
        return nil
      }
    }
    continuation?.resume(returning: !isEnd)
  }
}
