extension Effect {
  /// Waits before the effect begins, and forgets it if another effect is debounced under the same id meanwhile.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.results(try await client.search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// Nothing of the effect happens before the time is over: no action is sent, no work begins. The id is a cancellation id, of
  /// the store whose reducer returned the effect: ``cancel(id:)`` forgets the effect while it waits and cancels it
  /// afterwards, and so does the next debounced effect. Debouncing ``none`` is ``none``, and cancels nothing.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - duration: How long to wait.
  ///   - clock: The clock to wait on; in a feature, one of its dependencies.
  ///   - fileID: The place of this call, for the issue if the clock can't sleep.
  ///   - filePath: The place of this call, for the issue if the clock can't sleep.
  ///   - line: The place of this call, for the issue if the clock can't sleep.
  ///   - column: The place of this call, for the issue if the clock can't sleep.
  public func debounce<C: Clock>(
    id: some Hashable & Sendable,
    for duration: C.Duration,
    clock: C,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    guard operation != nil else { return .none }
    let delay = Self.run(
      operation: { _ in try await clock.sleep(for: duration) },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
    return delay.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }

  /// As the other `debounce`, on a clock of whatever type.
  ///
  /// Where Foundation is imported, `clock` may be its function as well, and then Swift does not look for the type of the clock in a
  /// property of this name.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - duration: How long to wait.
  ///   - clock: The clock to wait on; in a feature, one of its dependencies.
  ///   - fileID: The place of this call, for the issue if the clock can't sleep.
  ///   - filePath: The place of this call, for the issue if the clock can't sleep.
  ///   - line: The place of this call, for the issue if the clock can't sleep.
  ///   - column: The place of this call, for the issue if the clock can't sleep.
  @_disfavoredOverload
  public func debounce(
    id: some Hashable & Sendable,
    for duration: Duration,
    clock: any Clock<Duration>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    func debounced(_ clock: some Clock<Duration>) -> Self {
      debounce(id: id, for: duration, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return debounced(clock)
  }
}
