public import Foundation
import CounterpointSupport

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
    generate()
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

private enum UUIDGeneratorKey: DependencyKey {
  static let liveValue = UUIDGenerator { UUID() }
}

#if DEBUG
extension UUIDGeneratorKey: ExampleOverride {
  static let exampleOverride = "$0.uuid = .incrementing"
}
#endif
