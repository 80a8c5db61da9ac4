public import Foundation
import IssueReporting

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
    get { recordedRead("date", generate) }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    now
  }
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum DateKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
}

#if DEBUG
extension DateKey: ExampleOverride {
  static let exampleOverride = "$0.date.now = Date(timeIntervalSince1970: 0)"
}
#endif

extension DependencyValues {
  /// The calendar for date arithmetic. The user's calendar in production and previews; tests must override it.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The locale for formatting numbers, dates and texts. The user's locale in production and previews; tests must
  /// override it.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The locales of the user's preferred languages, in order of preference. Tests must override it.
  public var preferredLocales: [Locale] {
    get { self[PreferredLocalesKey.self] }
    set { self[PreferredLocalesKey.self] = newValue }
  }

  /// The time zone for displaying dates. The user's time zone in production and previews; tests must override it.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum CalendarKey: DependencyKey {
  static let liveValue = Calendar.autoupdatingCurrent
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum LocaleKey: DependencyKey {
  static let liveValue = Locale.autoupdatingCurrent
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum PreferredLocalesKey: DependencyKey {
  static var liveValue: [Locale] { Locale.preferredLanguages.map(Locale.init(identifier:)) }
}

// lint-features:ignore missing-test-value: Its use in a test is reported, and returns the live value.
private enum TimeZoneKey: DependencyKey {
  static let liveValue = TimeZone.autoupdatingCurrent
}

extension DependencyValues {
  /// The notification center. The default center in production and previews; each test has its own.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: DependencyKey {
  static var liveValue: NotificationCenter { .default }
  static var testValue: NotificationCenter { NotificationCenter() }
}

extension DependencyValues {
  /// A function that opens a URL in the program that the platform uses for it.
  ///
  /// By default, nothing is opened in production and previews, and the result is `false`: see ``OpenURLEffect``. In
  /// tests that don't override it, each call is reported.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

/// A function that opens a URL: `await openURL(url)`.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a function from a closure.
  ///
  /// - Parameter handler: Opens a URL and returns whether that succeeded.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: `true` if the URL was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}

private enum OpenURLKey: DependencyKey {
  static let liveValue = OpenURLEffect { _ in false }
  static let testValue = OpenURLEffect { url in
    reportIssue(
      """
      Unimplemented: 'openURL' was called in a test that does not override '\\.openURL', with \(url). It was not opened.
      """
    )
    return false
  }
}
