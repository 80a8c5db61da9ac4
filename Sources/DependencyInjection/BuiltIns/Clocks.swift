import ControlledClocks

extension DependencyValues {
  /// A clock that advances while the machine sleeps.
  ///
  /// The system's clock in production and previews. Tests must override it. Until then each use is reported and
  /// takes real time.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// A clock that stops while the machine sleeps.
  ///
  /// The system's clock in production and previews. Tests must override it. Until then each use is reported and
  /// takes real time.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// Unavailable: use ``continuousClock`` instead of a scheduler of the main queue.
  @available(*, unavailable, message: "Use '\\.continuousClock': a clock takes the place of a scheduler")
  public var mainQueue: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }

  /// Unavailable: use ``continuousClock`` instead of a scheduler of the main run loop.
  @available(*, unavailable, message: "Use '\\.continuousClock': a clock takes the place of a scheduler")
  public var mainRunLoop: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }
}

private enum ContinuousClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = ContinuousClock()
  static let testValue: any Clock<Duration> = UnimplementedClock(ContinuousClock(), name: "continuousClock")
}

private enum SuspendingClockKey: DependencyKey {
  static let liveValue: any Clock<Duration> = SuspendingClock()
  static let testValue: any Clock<Duration> = UnimplementedClock(SuspendingClock(), name: "suspendingClock")
}
