public import Foundation
import Locks

extension DependencyValues {
  /// Makes identifiers: `uuid()`.
  ///
  /// Live and in previews they are random. Tests have to override it: `$0.uuid = .incrementing`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

/// Makes identifiers.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes the identifiers that a closure makes.
  ///
  /// - Parameter generate: Called for each identifier, on the thread that asks.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Gives the same identifier each time.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// Counts from the id of 0. Each time it is asked for, the count begins anew.
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

  /// Makes an identifier.
  public func callAsFunction() -> UUID {
    generate()
  }
}

extension UUID {
  /// The identifier that stands for a number in tests: `UUID(1)` is `00000000-0000-0000-0000-000000000001`.
  ///
  /// - Parameter number: Is written with 16 hexadecimal digits into the last two groups. Of a negative number the absolute
  ///   value, with `0001` as the third group.
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
