import Locks

/// Wakes one waiting task, once for any number of signals that came meanwhile.
///
/// Safe to use from any thread.
final class Wakeup: Sendable {
  private enum Phase {
    case quiet
    case signalled
    case waiting(CheckedContinuation<Bool, Never>)
    case ended
  }

  private let phase = Locked(Phase.quiet)

  /// Wakes who waits, or who waits next.
  func signal() {
    resume(entering: .signalled, returning: true)
  }

  /// Waits for a signal; only one task may wait at a time.
  ///
  /// - Returns: `false` if the waiting task was cancelled, from then on.
  func wait(isolation: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = phase.withLock { phase in
          switch phase {
          case .quiet:
            phase = .waiting(continuation)
            return nil
          case .signalled:
            phase = .quiet
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
      resume(entering: .ended, returning: false)
    }
  }

  /// Resumes who waits; if nobody does, remembers it as `next`.
  private func resume(entering next: Phase, returning result: Bool) {
    let continuation = phase.withLock { phase -> CheckedContinuation<Bool, Never>? in
      switch phase {
      case .waiting(let continuation):
        phase = if case .ended = next { .ended } else { .quiet }
        return continuation
      case .quiet, .signalled:
        phase = next
        return nil
      case .ended:
        return nil
      }
    }
    continuation?.resume(returning: result)
  }
}
