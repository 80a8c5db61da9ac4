extension Effect {
  /// Delays the effect, and drops it if another effect is debounced under the same id meanwhile.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in await send(.results(try await client.search(query))) }
  ///     .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
  /// ```
  ///
  /// Nothing of the effect happens before the delay is over: no action is sent, no task begins. The id is a
  /// cancellation id of the store and of the feature whose reducer returned the effect: ``cancel(id:)`` drops the
  /// waiting effect and cancels the running one, and so does the next debounced effect. Debouncing ``none`` is
  /// ``none``, and cancels nothing.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - duration: The delay.
  ///   - clock: The clock of the delay; in a feature, one of its dependencies.
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

  /// The other `debounce` for a clock of any type.
  ///
  /// With Foundation imported, `clock` may also be its function, and Swift then does not infer the type of the clock
  /// from a property with this name.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - duration: The delay.
  ///   - clock: The clock of the delay; in a feature, one of its dependencies.
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
