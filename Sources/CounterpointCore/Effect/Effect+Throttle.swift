@_spi(Internals) import CounterpointSupport

extension Effect {
  /// Sends at most one action per time window, and holds back the others.
  ///
  /// The first action passes immediately and opens a window. At its end, one of the held actions is sent, if there is
  /// any, and opens the next window. So two actions are at least a window apart, and no action waits longer than one.
  ///
  /// ```swift
  /// case .scrolled(let offset):
  ///   return .send(.positionSaved(offset))
  ///     .throttle(id: CancelID.save, for: .seconds(1), clock: clock, latest: true)
  /// ```
  ///
  /// All effects throttled under one id share its windows, which belong to the store and, as cancellation ids do, to
  /// the child whose reducer returned them. Only actions are throttled; tasks run unchanged. A held action counts as
  /// in flight, as a part of its effect: canceling the effect drops it.
  ///
  /// - Parameters:
  ///   - id: The id of the shared windows.
  ///   - duration: The length of a window.
  ///   - clock: The clock of the windows; in a feature, one of its dependencies.
  ///   - latest: Whether the last held action is sent, instead of the first.
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

  /// The other `throttle` for a clock of any type.
  ///
  /// With Foundation imported, `clock` may also be its function, and Swift then does not infer the type of the clock
  /// from a property with this name.
  ///
  /// - Parameters:
  ///   - id: The id of the shared windows.
  ///   - duration: The length of a window.
  ///   - clock: The clock of the windows; in a feature, one of its dependencies.
  ///   - latest: Whether the last held action is sent, instead of the first.
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

/// The throttling of an effect's actions.
@usableFromInline
struct Throttle: Sendable {
  /// The key of shared windows: throttled effects of one feature with one id share them.
  struct Key: Hashable, Sendable {
    let id: CancelID
    /// The path of the feature; `nil` for the root, and before the store starts the effect.
    var path: FeaturePath?
  }

  var key: Key
  let latest: Bool
  let location: SourceLocation
  /// Opens a window that begins now.
  let openWindow: @Sendable () -> ThrottleWindow

  /// Returns the throttle for an effect of a feature.
  func at(_ path: FeaturePath?) -> Throttle {
    var throttle = self
    throttle.key.path = path
    return throttle
  }
}

/// The time after an action in which no other action passes.
struct ThrottleWindow: Sendable {
  let hasEnded: @Sendable () -> Bool
  let untilEnd: @Sendable () async throws -> Void
}
