import CounterpointTestSupport
import DependencyInjection
import Foundation
import Testing

@Suite struct DateAndIdentifierTests {
  private func live<Value>(_ read: (DependencyValues) -> Value) -> Value { read(.live) }

  @Test func theLiveDateIsNow() {
    let before = Date()
    let now = live { $0.date.now }
    #expect(now >= before)
    #expect(live { $0.date() } >= now)
    #expect(now <= Date())
  }

  @Test func aDateCanBeStopped() {
    withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 10)
    } operation: {
      @Dependency(\.date.now) var now
      @Dependency(\.date) var date
      #expect(now == Date(timeIntervalSince1970: 10))
      #expect(date() == now)
    }
    #expect(DateGenerator.constant(Date(timeIntervalSince1970: 1)).now == Date(timeIntervalSince1970: 1))
    #expect(DateGenerator { Date(timeIntervalSince1970: 2) }() == Date(timeIntervalSince1970: 2))
  }

  @Test func liveIdentifiersDiffer() {
    #expect(live { $0.uuid() } != live { $0.uuid() })
  }

  @Test func eachIncrementingGeneratorStartsAtZero() {
    let first = UUIDGenerator.incrementing
    #expect([first(), first(), first()] == [UUID(0), UUID(1), UUID(2)])
    #expect(UUIDGenerator.incrementing() == UUID(0))
    let constant = UUIDGenerator.constant(UUID(7))
    #expect(constant() == UUID(7))
    #expect(constant() == UUID(7))
    #expect(UUIDGenerator { UUID(8) }() == UUID(8))
  }

  @Test(arguments: [
    (0, "00000000-0000-0000-0000-000000000000"),
    (15, "00000000-0000-0000-0000-00000000000F"),
    (256, "00000000-0000-0000-0000-000000000100"),
    (Int.max, "00000000-0000-0000-7FFF-FFFFFFFFFFFF"),
    (-1, "00000000-0000-0001-0000-000000000001"),
    (Int.min, "00000000-0000-0001-8000-000000000000"),
  ])
  func aNumberAsAnIdentifier(number: Int, text: String) {
    #expect(UUID(number).uuidString == text)
  }

  @Test func whereTheUserIs() {
    #expect(live { $0.calendar } == .autoupdatingCurrent)
    #expect(live { $0.locale } == .autoupdatingCurrent)
    #expect(live { $0.timeZone } == .autoupdatingCurrent)
    #expect(live { $0.preferredLocales } == Locale.preferredLanguages.map(Locale.init(identifier:)))
    #expect(DependencyValues.preview.locale == .autoupdatingCurrent)
  }

  #if DEBUG
  @Test func testsHaveToOverrideAllOfThem() {
    let reported = issues {
      let values = DependencyValues._current
      _ = values.date.now
      _ = values.uuid()
      _ = values.calendar
      _ = values.locale
      _ = values.timeZone
      _ = values.preferredLocales
      values.withRandomNumberGenerator { _ = $0.next() }
    }
    let names = ["date", "uuid", "calendar", "locale", "timeZone", "preferredLocales", "withRandomNumberGenerator"]
    #expect(reported.count == names.count)
    for (issue, name) in zip(reported, names) { #expect(issue.message.contains("'\\.\(name)'")) }
  }
  #endif

  @Test func overridingThem() {
    withDependencies {
      $0.calendar = Calendar(identifier: .gregorian)
      $0.locale = Locale(identifier: "de_AT")
      $0.timeZone = .gmt
      $0.preferredLocales = [Locale(identifier: "fr")]
      $0.uuid = .incrementing
    } operation: {
      @Dependency(\.self) var values
      #expect(values.calendar.identifier == .gregorian)
      #expect(values.locale.identifier == "de_AT")
      #expect(values.timeZone == .gmt)
      #expect(values.preferredLocales.map(\.identifier) == ["fr"])
      #expect(values.uuid() == UUID(0))
    }
  }
}
