import CounterpointRoutes
import CounterpointTestSupport
import Foundation
import Testing

@Suite struct AddressValueTests {
  @Test func readsTypesOfTheStandardLibrary() {
    #expect(Int(addressText: "-7") == -7)
    #expect(UInt8(addressText: "256") == nil)
    #expect(Bool(addressText: "true") == true)
    #expect(Bool(addressText: "1") == nil)
    #expect(Double(addressText: "1.5") == 1.5)
    #expect(String(addressText: "") == "")
    #expect(Double.greatestFiniteMagnitude.addressText.flatMap(Double.init(addressText:)) == .greatestFiniteMagnitude)
  }

  @Test func readsExactlyOneCharacter() {
    #expect(Character(addressText: "👩‍👩‍👧") == "👩‍👩‍👧")
    #expect(Character(addressText: "") == nil)
    #expect(Character(addressText: "ab") == nil)
  }

  @Test func readsRawValues() {
    #expect(SettingsRoute.Frequency(addressText: "daily") == .daily)
    #expect(SettingsRoute.Frequency(addressText: "Daily") == nil)
    #expect(WideRoute.Order.oldest.addressText == "-1")
    #expect(WideRoute.Order(addressText: "0") == nil)
    #expect(WideRoute.Order.addressExamples == ["1", "-1"])
  }

  @Test func prefersTheDescriptionToTheRawValue() {
    #expect(Both(addressText: "one") == .one)
    #expect(Both.one.addressText == "one")
  }

  @Test func readsUUIDs() throws {
    let id = try #require(UUID(addressText: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    #expect(id.addressText == "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
    #expect(UUID(addressText: "6ba7b810") == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0.0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-23", 20_780), ("0000-01-01", -719_528),
    ("0000-02-29", -719_469), ("9999-12-31", 2_932_896),
  ])
  func readsDays(text: String, days: Double) {
    #expect(Date(addressText: text) == Date(timeIntervalSince1970: days * 86_400))
    #expect(Date(timeIntervalSince1970: days * 86_400).addressText == text)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-1-23", "2026-11-31", "2025-02-29", "1900-02-29", "2026-00-01", "2026-13-01",
    "2026-11-00", "+026-11-23", "2026-11-23T00:00:00Z", "-2026-11-23", "２０２６-11-23", "2026-11-+3", "99999-01-01",
  ])
  func refusesOtherTextsThanDays(text: String) {
    #expect(Date(addressText: text) == nil)
  }

  @Test func aTimeOfDayHasNoText() {
    for seconds in [1, 0.5, 86_399, -1, .infinity, -.infinity, .nan, 1e300, 253_402_300_800, -62_167_305_600] {
      #expect(Date(timeIntervalSince1970: seconds).addressText == nil, "\(seconds)")
    }
  }

  @Test func eachDayIsReadAsItWasWritten() throws {
    let calendar = {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return calendar
    }()
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let day = generator.day()
      let text = try #require(day.addressText)
      #expect(Date(addressText: text) == day)
      // Foundation's calendar is Julian before 1582.
      guard day.timeIntervalSince1970 > -12_219_292_800 else { continue }
      let parts = calendar.dateComponents([.year, .month, .day], from: day)
      #expect(text.split(separator: "-").map { Int($0) } == [parts.year, parts.month, parts.day])
    }
  }
}

private enum Both: Int, LosslessStringConvertible, AddressValue {
  case one = 1

  init?(_ description: String) {
    guard description == "one" else { return nil }
    self = .one
  }

  var description: String { "one" }
}
