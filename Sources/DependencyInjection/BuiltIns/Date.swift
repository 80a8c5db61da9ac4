public import Foundation

extension DependencyValues {
  /// What time it is: `@Dependency(\.date.now) var now`, or `date()`.
  ///
  /// Live and in previews the real time. Tests have to override it: `$0.date.now = Date(timeIntervalSince1970: 0)`.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Gives the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Gives the dates that a closure makes.
  ///
  /// - Parameter generate: Called for each date, on the thread that asks.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Gives the same date each time.
  public static func constant(_ date: Date) -> Self {
    Self { date }
  }

  /// The current date. Setting it stops time there.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date {
    generate()
  }
}

private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

#if DEBUG
extension DateKey: ExampleOverride {
  static let exampleOverride = "$0.date.now = Date(timeIntervalSince1970: 0)"
}
#endif
