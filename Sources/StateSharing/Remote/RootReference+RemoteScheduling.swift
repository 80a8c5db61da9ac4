// Pauses between attempts, and whose turn it is.

extension RootReference {
  /// - Returns: Whether to try again: where there is no clock, somebody has to ask.
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

  /// Pauses before the next attempt, also where the task is canceled: what has begun is brought to its end.
  ///
  /// - Parameters:
  ///   - attempts: How many there have been.
  ///   - rest: How long it may be at most.
  ///   - isSkipped: Whether there is none if somebody has asked since the last attempt of the queue began.
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

  /// Waits until nobody else is using the storage for this value.
  ///
  /// - Throws: ``SharedStorageError/timedOut``, and the error of a canceled task. It is another's turn then.
  func acquireStorage(_ remote: RemoteQueue<Value>, until deadline: RemoteDeadline) async throws {
    if let turn = nextAcquisition(remote) { try await deadline.wait(for: turn) }
  }

  /// The same for who never gives up.
  func acquireStorage(_ remote: RemoteQueue<Value>) async {
    if let turn = nextAcquisition(remote) { try? await turn.value }
  }

  /// Takes a turn at once, or gives what tells of it.
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
        // Who has given up meanwhile does not take it.
        if let next = remote.acquisitions.removeFirst().settle(with: .success(())) { return next }
      }
      remote.isStorageInUse = false
      return nil
    }
    next?()
  }
}
