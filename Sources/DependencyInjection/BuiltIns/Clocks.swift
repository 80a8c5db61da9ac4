import ControlledClocks

extension DependencyValues {
  /// The clock that goes on while the machine sleeps.
  ///
  /// Live and in previews the system's. Tests have to override it; until they do, each use is reported and takes real time.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock that stops while the machine sleeps.
  ///
  /// Live and in previews the system's. Tests have to override it; until they do, each use is reported and takes real time.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  /// Refuses the scheduler of the main queue, and names the clock that replaces it.
  @available(*, unavailable, message: "Use '\\.continuousClock': a clock takes the place of a scheduler")
  public var mainQueue: any Clock<Duration> {
    get { continuousClock }
    set { continuousClock = newValue }
  }

  /// Refuses the scheduler of the main run loop, and names the clock that replaces it.
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
