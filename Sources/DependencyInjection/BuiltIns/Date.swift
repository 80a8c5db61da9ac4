public import Foundation

extension DependencyValues {
  /// The current date: `@Dependency(\.date.now) var now`, or `date()`.
  ///
  /// The system time in production and previews. Tests must override it:
  /// `$0.date.now = Date(timeIntervalSince1970: 0)`.
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// A function that returns the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator from a closure.
  ///
  /// - Parameter generate: Called for each date, on the thread of the caller.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> Self {
    Self { date }
  }

  /// The current date. Setting it makes the generator return that date from then on.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
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
