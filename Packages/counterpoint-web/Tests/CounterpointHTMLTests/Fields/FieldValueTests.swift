import CounterpointHTML
import Foundation
import Testing

@Suite struct FieldValueTests {
  private enum Plan: String, FieldValue {
    case free, pro
  }

  @Test(arguments: ["0", "-7", "9223372036854775807"])
  func wholeNumbersKeepTheirText(text: String) {
    #expect(Int(fieldText: text)?.fieldText == text)
  }

  @Test(arguments: [("1e3", 1000), ("+5", 5), ("5.0", 5), ("-0", 0)])
  func browsersWriteWholeNumbersInOtherForms(text: String, number: Int) {
    #expect(Int(fieldText: text) == number)
  }

  @Test(arguments: ["", " 1", "1.5", "0x10", "nan", "inf", "1e400", "١", "9223372036854775808", "1,000", "1\n"])
  func otherTextsAreNotWholeNumbers(text: String) {
    #expect(Int(fieldText: text) == nil)
  }

  @Test(arguments: ["", "nan", "inf", "-infinity", "0x1p3", "1e999", "1,5", "--1", "e"])
  func otherTextsAreNotNumbers(text: String) {
    #expect(Double(fieldText: text) == nil)
  }

  @Test func wholeDecimalsHaveNoFraction() {
    #expect([5.0, -0.5, 1e21].map(\.fieldText) == ["5", "-0.5", "1e+21"])
  }

  @Test func daysAreInUTC() {
    #expect(Date(fieldText: "1970-01-02") == Date(timeIntervalSince1970: 86_400))
    #expect(Date(timeIntervalSince1970: 86_399).fieldText == "1970-01-01")
    #expect(Date(fieldText: "2024-02-29")?.fieldText == "2024-02-29")
  }

  @Test(
    arguments: [
      "", "2026-2-3", "2026-02-30", "2025-02-29", "2026-13-01", "20260101", "2026-01-01T00:00", "१२३४-०१-०१",
    ]
  )
  func otherTextsAreNotDays(text: String) {
    #expect(Date(fieldText: text) == nil)
  }

  @Test func anEmptyTextIsNoValue() {
    #expect(Int?(fieldText: "") == .some(.none))
    #expect(Int?(fieldText: "7") == .some(7))
    #expect(Int?(fieldText: "x") == nil)
    #expect(Int?.none.fieldText == "")
  }

  @Test func enumsAreTheirRawValues() {
    #expect(Plan(fieldText: "pro") == .pro)
    #expect(Plan(fieldText: "Pro") == nil)
    #expect(Plan.free.fieldText == "free")
  }

  @Test func checkboxesAreOnOrOff() {
    #expect([true, false].map(\.fieldText) == ["on", "off"])
    #expect(["on", "off", "", "true"].map { Bool(fieldText: $0) } == [true, false, nil, nil])
  }
}
