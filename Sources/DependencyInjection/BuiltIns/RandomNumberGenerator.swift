import CounterpointSupport

extension DependencyValues {
  /// A function that calls closures with a random number generator.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let face = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// The system's generator in production and previews. Tests must override it with a generator that returns
  /// reproducible numbers.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

/// A function that calls closures with a random number generator that threads share.
///
/// Copies share the generator and its state. One thread at a time draws a number. No lock is held while a closure
/// runs, so a closure may use the generator reentrantly. The numbers of concurrent closures interleave.
public struct WithRandomNumberGenerator: Sendable {
  private let shared: SharedGenerator

  /// Creates a function that uses a generator.
  ///
  /// - Parameter generator: The generator. Its `next()` is called by one thread at a time.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    shared = SharedGenerator(base: Locked(generator))
  }

  /// Calls a closure with the generator.
  ///
  /// - Parameter operation: A closure that uses the generator.
  /// - Returns: The result of `operation`.
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
