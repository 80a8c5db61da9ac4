@_spi(Internals) import CounterpointSupport
public import Foundation

extension DependencyValues {
  /// A function that generates identifiers: `uuid()`.
  ///
  /// Random identifiers in production and previews. Tests must override it: `$0.uuid = .incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

/// A function that generates identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure.
  ///
  /// - Parameter generate: Called for each identifier, on the thread of the caller.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same identifier.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A generator that counts from `UUID(0)`. Each access returns a new generator.
  public static var incrementing: Self {
    let next = Locked(0)
    return Self {
      UUID(
        next.withLock { next in
          defer { next += 1 }
          return next
        }
      )
    }
  }

  /// Returns a new identifier.
  public func callAsFunction() -> UUID {
    recordedRead("uuid", generate)
  }
}

extension UUID {
  /// Creates the identifier that represents a number in tests: `UUID(1)` is `00000000-0000-0000-0000-000000000001`.
  ///
  /// - Parameter number: The number. Its absolute value fills the last two groups as 16 hexadecimal digits. For a
  ///   negative number the third group is `0001`.
  public init(_ number: Int) {
    let sign: UInt8 = number < 0 ? 1 : 0
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number.magnitude >> (8 * UInt(7 - $0))) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, sign,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      )
    )
  }
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}

#if DEBUG
extension UUIDGeneratorKey: ExampleOverride {
  static let exampleOverride = "$0.uuid = .incrementing"
}
#endif

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
      recordedRead("random", draw)
    }
  }
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum WithRandomNumberGeneratorKey: DependencyKey {
  static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
}
