// Pauses between attempts, and whose turn it is.

extension RootReference {
  /// - Returns: Whether to try again: where there is no clock, somebody has to ask.
  func pauseAfterFailure(_ remote: RemoteQueue<Value>, failures: Int) async -> Bool {
    if remote.connection.clock != nil {
      await pause(remote, after: failures)
      return true
    }
    return lock.whileHeld {
      remote.isWorking = remote.isNudged
      return remote.isNudged
    }
  }

  func pause(_ remote: RemoteQueue<Value>, after attempts: Int) async {
    guard let clock = remote.connection.clock else { return }
    let pause = Task.detached { _ = try? await clock.sleep(for: RemoteConnection<Value>.pause(after: attempts)) }
    let isNudged = lock.whileHeld {
      remote.pause = pause
      return remote.isNudged
    }
    if isNudged { pause.cancel() }
    await pause.value
    lock.whileHeld { remote.pause = nil }
  }

  /// Waits until nobody else is using the storage for this value.
  func takeTurn(_ remote: RemoteQueue<Value>) async {
    await withCheckedContinuation { continuation in
      let isFree = lock.whileHeld {
        defer { remote.isTurnTaken = true }
        if remote.isTurnTaken { remote.turns.append(continuation) }
        return !remote.isTurnTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func endTurn(_ remote: RemoteQueue<Value>) {
    let next = lock.whileHeld {
      remote.isTurnTaken = !remote.turns.isEmpty
      return remote.turns.isEmpty ? nil : remote.turns.removeFirst()
    }
    next?.resume()
  }
}
