#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UUID: AddressValue {
  /// Reads 32 hexadecimal digits in the usual five groups.
  public init?(addressText: String) {
    self.init(uuidString: addressText)
  }

  /// The UUID in lowercase.
  public var addressText: String? { uuidString.lowercased() }
}

/// A date is written as a day in UTC, such as `2026-11-23`.
extension Date: AddressValue {
  /// Reads a day of the Gregorian calendar, as ISO 8601 writes it: four digits, two and two.
  public init?(addressText: String) {
    let parts = addressText.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
    let day = Day(year: numbers[0], month: numbers[1], day: numbers[2])
    // The number of days leads back to another day if the month doesn't have that day.
    guard Day(daysSince1970: day.daysSince1970) == day else { return nil }
    self.init(timeIntervalSince1970: Double(day.daysSince1970) * secondsOfADay)
  }

  /// The day; `nil` if the date is not the first second of a day in UTC, or outside of the years 0 to 9999.
  ///
  /// Otherwise, reading the address would give another date.
  public var addressText: String? {
    let days = timeIntervalSince1970 / secondsOfADay
    guard let whole = Int(exactly: days), daysOfFourDigitYears.contains(whole) else { return nil }
    let day = Day(daysSince1970: whole)
    return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
  }
}

private let secondsOfADay = 86_400.0
private let daysOfFourDigitYears =
  Day(year: 0, month: 1, day: 1).daysSince1970...Day(year: 9999, month: 12, day: 31).daysSince1970

private func number(_ text: Substring.UTF8View) -> Int? {
  guard text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
  return Int(Substring(text))
}

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: count - text.count) + text
}

/// A day of the proleptic Gregorian calendar. Foundation's calendars cost microseconds and depend on settings.
private struct Day: Equatable {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Years begin in March here, so that the leap day is the last of the year. 400 years have 146,097 days.
  init(daysSince1970: Int) {
    let days = daysSince1970 + daysFromMarchOfYear0To1970
    let cycle = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfCycle = days - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let year = month <= 2 ? self.year - 1 : self.year
    let cycle = (year >= 0 ? year : year - 399) / 400
    let yearOfCycle = year - cycle * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - daysFromMarchOfYear0To1970
  }
}

private let daysFromMarchOfYear0To1970 = 719_468
