/// A change that waits to be written.
struct WaitingChange<Value: Sendable>: Sendable {
  let value: Value
  let number: UInt64
  let basis: SaveBasis
  /// Whether a call of `save()` waits for it.
  var isRequested: Bool
  var continuations: [SaveContinuation]
}

/// The times at which a file is written.
///
/// The first change is written at once, and a pause begins. The changes until its end are written together. A request
/// ends the pause. One write follows the other: while the disk is slow, the changes wait together for the next write.
struct WriteSchedule<Value: Sendable>: Sendable {
  /// The consequences of a change.
  struct Steps {
    /// The change that is not written, because the other one builds on a newer state of the file.
    var dropped: WaitingChange<Value>?
    /// The pause that begins.
    var pause: UInt64?
    /// Whether a writer has to start, which takes the changes with ``next()``.
    var startsWriter = false
  }

  private enum Writer {
    case idle
    /// The change that waits is written after the current write, or at the end of the pause.
    case writing(isDue: Bool)
  }

  private(set) var waiting: WaitingChange<Value>?
  /// The newest change that could not be written, as long as no later one was, and no foreign value has replaced it.
  private var failed: WaitingChange<Value>?
  private var writer = Writer.idle
  /// The pause that has not ended.
  private var pause: UInt64?
  private var lastPause: UInt64 = 0
  private var lastNumber: UInt64 = 0

  /// Returns the number of a new change.
  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a change.
  ///
  /// - Parameter isMerged: Whether it also replaces a change that builds on another state of the file.
  mutating func add(_ change: WaitingChange<Value>, isMerged: Bool) -> Steps {
    var steps = Steps(), change = change
    if let old = waiting, !isMerged, old.basis.revision > change.basis.revision {
      steps.dropped = change
      return steps
    }
    if isMerged || waiting?.basis.revision == change.basis.revision {
      change.isRequested = change.isRequested || waiting?.isRequested == true
      // Moved, because a copy for each of n changes would cost O(n²).
      var continuations = waiting.take()?.continuations ?? []
      continuations += change.continuations
      change.continuations = continuations
    } else {
      steps.dropped = waiting
    }
    waiting = change
    if change.isRequested {
      pause = nil
    } else if pause == nil {
      lastPause += 1
      pause = lastPause
      steps.pause = pause
    } else {
      return steps
    }
    steps.startsWriter = makeDue()
    return steps
  }

  /// Ends a pause, unless a request has ended it.
  ///
  /// - Returns: Whether a writer has to start.
  mutating func endPause(_ number: UInt64) -> Bool {
    guard pause == number else { return false }
    pause = nil
    return waiting != nil && makeDue()
  }

  /// Returns the change that the writer has to write now; `nil` if there is none, and the writer ends.
  mutating func next() -> WaitingChange<Value>? {
    guard case .writing(isDue: true) = writer, let change = waiting else {
      writer = .idle
      return nil
    }
    writer = .writing(isDue: false)
    waiting = nil
    return change
  }

  /// Removes the change that waits, or else the one that could not be written, and ends the pause.
  mutating func takeNow() -> WaitingChange<Value>? {
    pause = nil
    let change = take() ?? failed
    failed = nil
    return change
  }

  /// Whether a change waits, or could not be written.
  var isPending: Bool { waiting != nil || failed != nil }

  /// Records the end of a write.
  ///
  /// - Returns: Whether ``isPending`` may have changed.
  mutating func end(_ change: WaitingChange<Value>, isDone: Bool) -> Bool {
    if let failed, failed.number > change.number { return false }
    if isDone, failed == nil { return false }
    failed = isDone ? nil : change
    failed?.continuations = []
    return true
  }

  /// Forgets a change that could not be written, if it builds on an earlier state of the file.
  ///
  /// - Returns: Whether ``isPending`` may have changed.
  mutating func forgetFailure(before revision: UInt64) -> Bool {
    guard let failed, failed.basis.revision < revision else { return false }
    self.failed = nil
    return true
  }

  /// Removes the change that waits, if it builds on an earlier state of the file.
  mutating func drop(before revision: UInt64) -> WaitingChange<Value>? {
    guard let waiting, waiting.basis.revision < revision else { return nil }
    return take()
  }

  private mutating func take() -> WaitingChange<Value>? {
    defer { waiting = nil }
    return waiting
  }

  private mutating func makeDue() -> Bool {
    defer { writer = .writing(isDue: true) }
    if case .idle = writer { return true }
    return false
  }
}
