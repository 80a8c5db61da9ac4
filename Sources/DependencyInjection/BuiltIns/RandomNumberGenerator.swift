import Locks

extension DependencyValues {
  /// Runs closures with a source of random numbers.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let face = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// Live and in previews the system's. Tests have to override it, with a generator that gives the same numbers each time.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// Runs closures with a source of random numbers that many threads may share.
///
/// Copies share the generator and where it has got to. One thread at a time draws a number, and no lock is held while a
/// closure runs, which may thus use the generator again inside: numbers that two closures draw at the same time come in
/// turns.
public struct WithRandomNumberGenerator: Sendable {
  private let shared: SharedGenerator

  /// Gives the numbers of a generator.
  ///
  /// - Parameter generator: The generator; its `next()` is called by one thread at a time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    shared = SharedGenerator(base: Locked(generator))
  }

  /// Runs a closure with the generator.
  ///
  /// - Parameter operation: Receives the generator.
  /// - Returns: What `operation` returns.
  public func callAsFunction<Result>(
    _ operation: (_ generator: inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    var generator: any RandomNumberGenerator & Sendable = shared
    return try operation(&generator)
  }

  private struct SharedGenerator: RandomNumberGenerator, Sendable {
    private let draw: @Sendable () -> UInt64

    init(base: Locked<some RandomNumberGenerator & Sendable>) {
      draw = { base.withLock { $0.next() } }
    }

    func next() -> UInt64 {
      draw()
    }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}
