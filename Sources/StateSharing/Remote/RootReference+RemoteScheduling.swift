// Pauses between attempts, and exclusive use of the storage.

extension RootReference {
  /// Pauses after a failure.
  ///
  /// - Returns: Whether to retry. Without a clock, only a request retries.
  func pauseAfterFailure(_ remote: RemoteQueue<Value>, failures: Int) async -> Bool {
    if remote.connection.clock != nil {
      await pause(remote, after: failures)
      return true
    }
    return lock.whileHeld {
      remote.isWorking = remote.isWakeRequested
      return remote.isWakeRequested
    }
  }

  /// Pauses before the next attempt, even in a canceled task, because a begun operation is completed.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts so far.
  ///   - rest: The maximum duration.
  ///   - isSkipped: Whether the pause is skipped if a retry was requested since the last attempt began.
  func pause(
    _ remote: RemoteQueue<Value>,
    after attempts: Int,
    atMost rest: Duration = .seconds(5),
    unlessWakeRequested isSkipped: Bool = true
  ) async {
    guard let clock = remote.connection.clock else { return }
    let duration = min(RemoteConnection<Value>.pause(after: attempts), rest)
    let pause = Task.detached { _ = try? await clock.sleep(for: duration) }
    let isWakeRequested = lock.whileHeld {
      remote.pause = pause
      return remote.isWakeRequested
    }
    if isSkipped, isWakeRequested { pause.cancel() }
    await pause.value
    lock.whileHeld { remote.pause = nil }
  }

  /// Acquires the storage for this value, in FIFO order.
  ///
  /// - Throws: ``SharedStorageError/timedOut``, or the error of a canceled task. The storage is then not acquired.
  func acquireStorage(_ remote: RemoteQueue<Value>, until deadline: RemoteDeadline) async throws {
    if let turn = nextAcquisition(remote) { try await deadline.wait(for: turn) }
  }

  /// Acquires the storage for this value, in FIFO order, without a timeout.
  func acquireStorage(_ remote: RemoteQueue<Value>) async {
    if let turn = nextAcquisition(remote) { try? await turn.value }
  }

  /// Acquires the storage immediately, or returns a promise of its acquisition.
  private func nextAcquisition(_ remote: RemoteQueue<Value>) -> Promise<Void>? {
    lock.whileHeld {
      guard remote.isStorageInUse else {
        remote.isStorageInUse = true
        return nil
      }
      let turn = Promise<Void>()
      remote.acquisitions.append(turn)
      return turn
    }
  }

  func releaseStorage(_ remote: RemoteQueue<Value>) {
    let next = lock.whileHeld { () -> (@Sendable () -> Void)? in
      while !remote.acquisitions.isEmpty {
        // A canceled or timed-out waiter is skipped.
        if let next = remote.acquisitions.removeFirst().settle(with: .success(())) { return next }
      }
      remote.isStorageInUse = false
      return nil
    }
    next?()
  }
}
