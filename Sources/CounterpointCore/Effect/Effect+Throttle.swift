extension Effect {
  /// Lets through one action in each window of time: those that the effect sends while a window is open are held back.
  ///
  /// The first action passes at once and opens a window. At the window's end, one of those that came meanwhile is sent, if any
  /// came, and opens the next window. So an action is never sent sooner than a window after the one before it, and in a row of
  /// many none waits for longer than one.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.positionSaved(offset))
  ///     .throttle(id: CancelID.save, for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// All effects throttled under one id share the windows of that id, which belong to the store and, as ids of cancellation do, to the child
  /// whose reducer returned them. Only
  /// the actions are throttled: work runs when it would without. An action that is held back is in flight, as a part of the effect
  /// that sent it: canceling the effect drops it.
  ///
  /// - Parameters:
  ///   - id: What the effects have in common that share windows.
  ///   - duration: How long a window is open.
  ///   - clock: The clock that measures it; in a feature, one of its dependencies.
  ///   - latest: Whether the last of the actions held back is sent, and not the first.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
  public func throttle<C: Clock>(
    id: some Hashable & Sendable,
    for duration: C.Duration,
    clock: C,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let throttle = Throttle(key: Throttle.Key(id: CancelID(id)), latest: latest, location: location) {
      let end = clock.now.advanced(by: duration)
      return ThrottleWindow {
        clock.now >= end
      } untilEnd: {
        try await clock.sleep(until: end, tolerance: nil)
      }
    }
    return Self(operation.map { .throttle(throttle, $0) })
  }

  /// As the other `throttle`, on a clock of whatever type.
  ///
  /// Where Foundation is imported, `clock` may be its function as well, and then Swift does not look for the type of the clock in a
  /// property of this name.
  ///
  /// - Parameters:
  ///   - id: What the effects have in common that share windows.
  ///   - duration: How long a window is open.
  ///   - clock: The clock that measures it; in a feature, one of its dependencies.
  ///   - latest: Whether the last of the actions held back is sent, and not the first.
  ///   - fileID: The location of this call, for issues.
  ///   - filePath: The location of this call, for issues.
  ///   - line: The location of this call, for issues.
  ///   - column: The location of this call, for issues.
  @_disfavoredOverload
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>,
    latest: Bool,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    func throttled(_ clock: some Clock<Duration>) -> Self {
      throttle(
        id: id,
        for: duration,
        clock: clock,
        latest: latest,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
    return throttled(clock)
  }
}
