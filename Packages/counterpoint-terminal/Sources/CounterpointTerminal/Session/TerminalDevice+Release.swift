@_spi(Internals) internal import CounterpointSupport
internal import CounterpointTerminalSignals

extension TerminalDevice {
  /// Whether another program uses the terminal while this one waits for it.
  var isReleased: Bool { display.withLock { $0.phase == .released } }

  /// Restores the terminal for another program. Returns when the event loop reads no more keys, or after the end.
  nonisolated(nonsending) func release() async {
    await withCheckedContinuation { caller in
      let isEnded = display.withLock { display in
        display.releases += 1
        guard display.phase != .ended else { return true }
        display.releasing.append(caller)
        // A full pipe wakes the event loop too, so the notice can't be lost.
        counterpoint_terminal_notify(Self.wakeNotice)
        return false
      }
      if isEnded { caller.resume() }
    }
  }

  /// Asks the event loop to enter raw mode again, after the last caller of `release`.
  func reclaim() {
    display.withLock { display in
      display.releases -= 1
      if display.phase == .released { counterpoint_terminal_notify(Self.wakeNotice) }
    }
  }

  /// Releases or reclaims the terminal if a caller has asked for it. Called on the event loop's thread.
  func updateRelease() {
    let (isReleasing, isReturning, callers) = display.withLock { display in
      let isReleasing = display.phase == .open && display.releases > 0
      let isReturning = display.phase == .released && display.releases == 0
      if isReleasing { display.phase = .released }
      if isReturning { display.phase = .suspended }
      // Taken under the same lock: a later caller must wait until the terminal is restored.
      let callers = display.phase == .released ? display.releasing : []
      if !callers.isEmpty { display.releasing = [] }
      return (isReleasing, isReturning, callers)
    }
    if isReturning {
      counterpoint_terminal_set_released(false)
      resume()
    }
    if isReleasing {
      counterpoint_terminal_set_released(true)
      // Not under the lock, because this call may wait for the terminal, and a draw must not wait.
      counterpoint_terminal_leave()
    }
    for caller in callers { caller.resume() }
  }
}

extension TerminalSession {
  /// Gives the terminal to another program, for example an editor, and takes it back.
  ///
  /// ```swift
  /// await session.released { await edit(path) }
  /// ```
  ///
  /// Before `body`, the session restores the terminal and reads no more keys. Afterward, it shows the last drawn screen
  /// again, and ``TerminalEvent/resumed`` follows. Screens that are drawn meanwhile are shown then. While the terminal
  /// is released, Ctrl-C and Ctrl-\ are for the other program. If the session ends in the meantime, `body` still runs
  /// to its end.
  ///
  /// The other program must be in the process group of this one, or become the foreground job of the terminal itself.
  ///
  /// - Parameter body: Runs the other program, and returns after its end.
  /// - Returns: What `body` returns.
  public nonisolated(nonsending) func released<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    await device.release()
    defer { device.reclaim() }
    return try await body()
  }
}
